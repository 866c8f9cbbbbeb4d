// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.watch.Watched;
import io.linkerd.multus.controller.linkerdconfig.SingleConfigMapInformer;
import io.linkerd.multus.controller.linkerdconfig.plan.ObservedValues;
import io.linkerd.multus.controller.linkerdconfig.plan.TrustRoots;
import io.linkerd.multus.service.memory.LastAnswer;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Linkerd's two ConfigMaps, of which each new pod is made. */
final class WatchedMaps implements AutoCloseable {
    private record Texts(Optional<String> values, Bundle bundle) {}

    /** The trust anchors, and when they were written last; empty where that is not known. */
    private record Bundle(Optional<String> pem, Optional<Instant> changed) {
        static final Bundle NONE = new Bundle(Optional.empty(), Optional.empty());
    }

    private final String namespace;
    private final String configMap;
    private final Watched<ConfigMap> values;
    private final Watched<ConfigMap> roots;
    private final AtomicReference<Bundle> bundle = new AtomicReference<>(Bundle.NONE);
    private final LastAnswer<Texts, Mesh> mesh = new LastAnswer<>(this::mesh);
    private final AtomicReference<Mesh> last;

    /** Prepares; {@code onChange} is called after one came, changed or went. */
    WatchedMaps(ControllerContext context, String namespace, String configMap, Runnable onChange) {
        this.namespace = namespace;
        this.configMap = configMap;
        this.last = new AtomicReference<>(Mesh.unknown(namespace));
        this.values = new SingleConfigMapInformer(namespace, configMap).watched(context, _ -> {}, onChange);
        this.roots =
                new SingleConfigMapInformer(namespace, TrustRoots.CONFIG_MAP).watched(context, this::read, onChange);
    }

    /** Called before managedFields are dropped, which tell when it was written. */
    private void read(ConfigMap map) {
        bundle.set(new Bundle(
                text(map, TrustRoots.KEY),
                Optional.of(changed(map.getMetadata())).filter(moment -> !moment.equals(Instant.MIN))));
    }

    boolean isOf(String otherNamespace, String otherConfigMap) {
        return namespace.equals(otherNamespace) && configMap.equals(otherConfigMap);
    }

    void start() {
        Stream.of(values, roots).forEach(Watched::start);
    }

    boolean isComplete() {
        return values.isComplete() && roots.isComplete();
    }

    List<String> whyNotReady() {
        return Stream.of(values, roots)
                .flatMap(map -> map.whyNotReady().stream())
                .toList();
    }

    /** {@return what they say} */
    Mesh mesh() {
        boolean isThere = roots.get(namespace, TrustRoots.CONFIG_MAP).isPresent();
        return mesh.apply(new Texts(
                values.get(namespace, configMap).flatMap(map -> text(map, ObservedValues.KEY)),
                isThere ? bundle.get() : Bundle.NONE));
    }

    /** The values of before say which variables the injector had added. */
    private Mesh mesh(Texts texts) {
        return last.updateAndGet(before -> before.withValues(texts.values())
                .withBundle(texts.bundle().pem(), texts.bundle().changed()));
    }

    private static Optional<String> text(ConfigMap map, String key) {
        return Optional.ofNullable(map.getData()).flatMap(data -> Optional.ofNullable(data.get(key)));
    }

    /**
     * {@return when the data was written last, as far as managedFields say; the earliest moment where it is not known} No pod has mounted a
     * ConfigMap before it was there, so one that is as it was made changed before all of its pods.
     */
    static Instant changed(ObjectMeta metadata) {
        var created = moment(metadata.getCreationTimestamp());
        var written = Objects.requireNonNullElse(metadata.getManagedFields(), List.<ManagedFieldsEntry>of()).stream()
                .filter(entry -> entry.getFieldsV1() != null
                        && entry.getFieldsV1().getAdditionalProperties().containsKey("f:data"))
                .flatMap(entry -> moment(entry.getTime()).stream())
                .max(Instant::compareTo);
        return written.filter(moment -> !Optional.of(moment).equals(created))
                .or(() -> created.map(moment -> moment.minusSeconds(1)))
                .orElse(Instant.MIN);
    }

    private static Optional<Instant> moment(@Nullable String timestamp) {
        try {
            return Optional.ofNullable(timestamp).map(Instant::parse);
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        Stream.of(values, roots).forEach(Watched::close);
    }
}
