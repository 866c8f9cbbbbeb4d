// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import io.fabric8.kubernetes.api.model.Namespace;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.OpenShift;
import io.linkerd.multus.contracts.optin.NamespaceOptIn;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What matters of a namespace.
 *
 * @param terminating whether it is being deleted
 * @param optIn what its annotation and its label say about an attachment
 * @param uidRange OpenShift's annotation, as it is written
 */
public record NamespaceFacts(
        String name, String uid, boolean terminating, NamespaceOptIn optIn, Optional<String> uidRange) {

    static NamespaceFacts of(Namespace namespace) {
        var metadata = namespace.getMetadata();
        var annotations = Optional.ofNullable(metadata.getAnnotations()).orElse(Map.of());
        return new NamespaceFacts(
                metadata.getName(),
                metadata.getUid(),
                metadata.getDeletionTimestamp() != null,
                NamespaceOptIn.of(
                        Optional.ofNullable(annotations.get(Linkerd.MULTUS)),
                        Optional.ofNullable(metadata.getLabels()).map(labels -> labels.get(Linkerd.EXTENSION))),
                Optional.ofNullable(annotations.get(OpenShift.UID_RANGE)));
    }

    /** {@return whether it is to have an attachment without being Linkerd's own} */
    public boolean optedIn() {
        return optIn.optedIn();
    }

    /** Drops what no fact is made of. */
    static void slim(Namespace namespace) {
        var metadata = namespace.getMetadata();
        namespace.setSpec(null);
        namespace.setStatus(null);
        metadata.setLabels(only(metadata.getLabels(), Set.of(Linkerd.EXTENSION)));
        metadata.setAnnotations(only(metadata.getAnnotations(), Set.of(Linkerd.MULTUS, OpenShift.UID_RANGE)));
    }

    private static @Nullable Map<String, String> only(@Nullable Map<String, String> all, Set<String> keys) {
        var kept = new HashMap<>(all == null ? Map.of() : all);
        kept.keySet().retainAll(keys);
        return kept.isEmpty() ? null : kept;
    }
}
