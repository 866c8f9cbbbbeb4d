// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.linkerd.multus.contracts.linkerdconfig.LinkerdConfigSpec;
import io.linkerd.multus.contracts.plans.linkerdconfig.TrustRoots;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.watch.Watched;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * Hears of changes of Linkerd's ConfigMap and of its trust roots, where a {@code LinkerdConfig} says that they are. What they say is read when it
 * is needed: a write is made of what was read just before it.
 */
final class LinkerdMaps implements AutoCloseable {
    private record Place(String namespace, String configMap) {}

    private record Following(Place place, List<Watched<ConfigMap>> watched) {}

    private final ControllerContext context;
    private final Runnable onChange;
    private final AtomicReference<Optional<Following>> following = new AtomicReference<>(Optional.empty());

    /** Prepares; {@code onChange} is called after one came, changed or went. */
    LinkerdMaps(ControllerContext context, Runnable onChange) {
        this.context = context;
        this.onChange = onChange;
    }

    /** Follows those of that spec from now on, and no others. Called by one thread at a time. */
    void follow(LinkerdConfigSpec spec) {
        var place = new Place(spec.controlPlaneNamespace(), spec.configMap());
        if (following.get().filter(now -> now.place().equals(place)).isEmpty()) {
            close();
            var watched = Stream.of(place.configMap(), TrustRoots.CONFIG_MAP)
                    .distinct()
                    .map(name -> watch(place.namespace(), name))
                    .toList();
            following.set(Optional.of(new Following(place, watched)));
            watched.forEach(Watched::start);
        }
    }

    private Watched<ConfigMap> watch(String namespace, String name) {
        context.refused().leave("/api/v1/namespaces/" + namespace + "/configmaps", name);
        return new Watched<>(
                "configmaps named " + name + " in " + namespace,
                context.client()
                        .configMaps()
                        .inNamespace(namespace)
                        .withName(name)
                        .runnableInformer(0),
                map -> map.setData(null),
                _ -> onChange.run());
    }

    @Override
    public void close() {
        following
                .getAndSet(Optional.empty())
                .ifPresent(before -> before.watched().forEach(Watched::close));
    }
}
