// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operand;

/** What becomes of objects under the operand's names that another client made. */
public enum Adoption {
    /** They are left alone. */
    NONE,
    /** They are taken over, and fields that Helm owns and the spec cannot say are taken away. */
    REMOVING,
    /** They are taken over where Helm owns no field that the spec cannot say. */
    REFUSING
}
