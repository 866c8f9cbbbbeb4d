// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import io.linkerd.multus.contracts.optin.NamespaceMarks;
import java.util.Optional;

/**
 * A namespace.
 *
 * @param marks by which it takes part in Linkerd's attachment
 * @param inject its annotation {@code linkerd.io/inject}
 * @param controlPlane whether it says that it is Linkerd's own, or has an annotation that keeps the injector away from whole namespaces
 * @param skipsWebhooks whether its label keeps Linkerd's webhooks away
 * @param terminating whether it is being deleted
 */
public record NamespaceView(
        String name,
        NamespaceMarks marks,
        Optional<String> inject,
        boolean controlPlane,
        boolean skipsWebhooks,
        boolean terminating) {
    /** {@return whether it asks for an attachment, as one that stays} It may be one that is left alone. */
    public boolean asksToBeAttached() {
        return !terminating && marks.optIn().optedIn();
    }
}
