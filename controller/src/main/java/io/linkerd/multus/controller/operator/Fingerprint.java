// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What somebody can have written of an object, but for what changes by itself. */
record Fingerprint(int hash) {
    static Fingerprint of(GenericKubernetesResource object) {
        var says = new HashMap<>(object.getAdditionalProperties());
        says.remove("status");
        var metadata = new ObjectMetaBuilder(object.getMetadata())
                .withResourceVersion(null)
                .withGeneration(null)
                .build();
        metadata.setManagedFields(List.of());
        return new Fingerprint(31 * without(says).hashCode() + metadata.hashCode());
    }

    /** The answer to a write may have an empty list where a watch has none. */
    private static Optional<Object> without(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                var kept = new HashMap<>();
                map.forEach((key, inner) -> Optional.<Object>ofNullable(inner)
                        .flatMap(Fingerprint::without)
                        .ifPresent(some -> kept.put(key, some)));
                yield kept.isEmpty() ? Optional.empty() : Optional.of(kept);
            }
            case Collection<?> list ->
                list.isEmpty()
                        ? Optional.empty()
                        : Optional.of(list.stream().map(Fingerprint::without).toList());
            default -> Optional.of(value);
        };
    }
}
