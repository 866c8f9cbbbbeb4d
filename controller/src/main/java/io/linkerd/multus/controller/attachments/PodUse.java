// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

/** Whether pods of a namespace still need its attachment. */
enum PodUse {
    /** Nobody has looked: pods are only looked at where an attachment is to go. */
    NOT_LOOKED,
    /** The look is not complete yet. */
    LOOKING,
    /** At least one does. */
    IN_USE,
    /** None does. */
    UNUSED
}
