// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

/** Whether pods still need the attachment of a namespace. */
public sealed interface PodUse {
    /** It is not known: pods are only looked at where an attachment is to go. */
    record NotLooked() implements PodUse {}

    /** The look is not complete yet. */
    record Looking() implements PodUse {}

    /**
     * At least one does.
     *
     * @param pods those that were found
     */
    record InUse(PodNames pods) implements PodUse {}

    /** None does. */
    record Unused() implements PodUse {}
}
