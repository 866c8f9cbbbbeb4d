// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import io.fabric8.kubernetes.api.model.Namespace;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.OpenShift;
import java.util.Map;
import java.util.Optional;

/**
 * What matters of a namespace.
 *
 * @param terminating whether it is being deleted
 * @param optedIn whether its annotation asks for an attachment
 * @param uidRange OpenShift's annotation, as it is written
 */
public record NamespaceFacts(String name, String uid, boolean terminating, boolean optedIn, Optional<String> uidRange) {

    static NamespaceFacts of(Namespace namespace) {
        var metadata = namespace.getMetadata();
        var annotations = Optional.ofNullable(metadata.getAnnotations()).orElse(Map.of());
        return new NamespaceFacts(
                metadata.getName(),
                metadata.getUid(),
                metadata.getDeletionTimestamp() != null,
                Linkerd.ENABLED.equals(annotations.get(Linkerd.MULTUS)),
                Optional.ofNullable(annotations.get(OpenShift.UID_RANGE)));
    }

    /** Drops what no fact is made of. */
    static void slim(Namespace namespace) {
        var metadata = namespace.getMetadata();
        metadata.setLabels(null);
        namespace.setSpec(null);
        namespace.setStatus(null);
        if (metadata.getAnnotations() != null) {
            metadata.getAnnotations()
                    .keySet()
                    .removeIf(key -> !key.equals(Linkerd.MULTUS) && !key.equals(OpenShift.UID_RANGE));
        }
    }
}
