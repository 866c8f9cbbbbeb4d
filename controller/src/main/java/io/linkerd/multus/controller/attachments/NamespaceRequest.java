// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.linkerd.multus.contracts.plans.NamespaceFacts;


/**
 * Whether a namespace takes part.
 *
 * @param namespace that exists
 * @param controlPlane whether it is Linkerd's own
 * @param excluded whether it is to be left alone, whatever it asks for
 */
record NamespaceRequest(NamespaceFacts namespace, boolean controlPlane, boolean excluded) {
    /** {@return whether it asks to take part, or does so unasked} */
    boolean isMade() {
        return namespace.optedIn() || controlPlane;
    }

    /** {@return whether it takes part} */
    boolean isGranted() {
        return isMade() && !excluded;
    }
}
