// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import io.linkerd.multus.contracts.plans.NamespaceFacts;

/**
 * Whether a namespace takes part.
 *
 * @param namespace that exists
 * @param controlPlane whether it is Linkerd's own
 * @param excluded whether it is to be left alone, whatever it asks for
 */
public record NamespaceRequest(NamespaceFacts namespace, boolean controlPlane, boolean excluded) {
    /** {@return whether it asks to take part, or does so unasked} */
    public boolean isMade() {
        return namespace.optedIn() || controlPlane;
    }

    /** {@return whether there is anything to do about it, or to tell} */
    public boolean isConcerned() {
        return isMade() || OptInNotices.of(this).isPresent();
    }

    /** {@return whether it takes part} */
    boolean isGranted() {
        return isMade() && !excluded;
    }
}
