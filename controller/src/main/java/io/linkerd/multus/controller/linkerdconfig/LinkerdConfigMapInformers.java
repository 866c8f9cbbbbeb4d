// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.watch.Watched;
import io.linkerd.multus.controller.linkerdconfig.plan.TrustRoots;
import io.linkerd.multus.controller.settings.CniSettings;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigSpec;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * Watches Linkerd's ConfigMap and its trust roots, at the places that the active {@code LinkerdConfig} names, and Linkerd's CNI configuration. Their content is not cached: a
 * reconcile reads it anew, so that a write is based on what was read just before it.
 */
final class LinkerdConfigMapInformers implements AutoCloseable {
    private record Following(SingleConfigMapInformer values, List<Watched<ConfigMap>> watched) {}

    private final ControllerContext context;
    private final CniSettings cni;
    private final Runnable onChange;
    private final AtomicReference<Optional<Following>> following = new AtomicReference<>(Optional.empty());

    /** Prepares; {@code onChange} is called after one was added, changed or deleted. */
    LinkerdConfigMapInformers(ControllerContext context, CniSettings cni, Runnable onChange) {
        this.context = context;
        this.cni = cni;
        this.onChange = onChange;
    }

    /** Watches those of that spec from now on, and no others. Called by one thread at a time. */
    void follow(LinkerdConfigSpec spec) {
        var values = new SingleConfigMapInformer(spec.controlPlaneNamespace(), spec.configMap());
        if (following.get().filter(now -> now.values().equals(values)).isEmpty()) {
            close();
            var watched = Stream.of(
                            values,
                            new SingleConfigMapInformer(values.namespace(), TrustRoots.CONFIG_MAP),
                            new SingleConfigMapInformer(cni.namespace(), cni.configMap()))
                    .distinct()
                    .map(map -> map.watched(context, seen -> seen.setData(null), onChange))
                    .toList();
            following.set(Optional.of(new Following(values, watched)));
            watched.forEach(Watched::start);
        }
    }

    @Override
    public void close() {
        following
                .getAndSet(Optional.empty())
                .ifPresent(before -> before.watched().forEach(Watched::close));
    }
}
