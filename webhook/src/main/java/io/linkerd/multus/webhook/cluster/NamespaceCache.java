// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1NamespaceList;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.micronaut.kubernetes.client.informer.Informer;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Follows all namespaces.
 *
 * <p>Has no scope annotation on purpose: the informer's own makes it start with the context.
 */
@Informer(
        apiType = V1Namespace.class,
        apiListType = V1NamespaceList.class,
        apiGroup = "",
        resourcePlural = "namespaces",
        namespace = Informer.ALL_NAMESPACES,
        resyncCheckPeriod = 0)
class NamespaceCache implements ResourceEventHandler<V1Namespace> {
    private final Map<String, NamespaceFacts> namespaces = new ConcurrentHashMap<>();

    Optional<NamespaceFacts> get(String name) {
        return Optional.ofNullable(namespaces.get(name));
    }

    @Override
    public void onAdd(V1Namespace namespace) {
        keep(namespace);
    }

    @Override
    public void onUpdate(V1Namespace before, V1Namespace namespace) {
        keep(namespace);
    }

    @Override
    public void onDelete(V1Namespace namespace, boolean finalStateUnknown) {
        namespaces.remove(name(namespace));
    }

    private void keep(V1Namespace namespace) {
        namespaces.put(name(namespace), read(namespace));
        slim(namespace.getMetadata());
    }

    /**
     * Drops what nobody reads from the object that the informer keeps: with 10,000 namespaces, most of the memory.
     */
    private static void slim(@Nullable V1ObjectMeta metadata) {
        if (metadata != null) {
            metadata.managedFields(null).annotations(null).labels(null);
        }
    }

    static NamespaceFacts read(V1Namespace namespace) {
        var metadata = Objects.requireNonNullElseGet(namespace.getMetadata(), V1ObjectMeta::new);
        return NamespaceFacts.of(
                Objects.requireNonNullElse(metadata.getAnnotations(), Map.of()),
                Objects.requireNonNullElse(metadata.getLabels(), Map.of()));
    }

    private static String name(V1Namespace namespace) {
        return Objects.requireNonNull(
                Objects.requireNonNull(namespace.getMetadata()).getName());
    }
}
