// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.attachments.CniSource;
import io.linkerd.multus.controller.engine.watch.Watched;
import io.linkerd.multus.controller.settings.CniSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Follows Linkerd's ConfigMap, and reads each version of it once. */
final class CniSources implements AutoCloseable {
    private record Read(Optional<ConfigMap> configMap, String kubeconfigPath, CniSource source) {}

    private final CniSettings settings;
    private final Supplier<String> kubeconfigPath;
    private final Watched<ConfigMap> watched;
    private final AtomicReference<Read> lastRead;

    /**
     * Prepares.
     *
     * @param kubeconfigPath that attachments are to name at this moment
     * @param onChange called after the ConfigMap came, changed or went
     */
    CniSources(KubernetesClient client, CniSettings settings, Supplier<String> kubeconfigPath, Runnable onChange) {
        this.settings = settings;
        this.kubeconfigPath = kubeconfigPath;
        this.lastRead = new AtomicReference<>(read(Optional.empty(), settings.kubeconfigPath()));
        this.watched = new Watched<>(
                "configmaps named " + settings.configMap(),
                client.configMaps()
                        .inNamespace(settings.namespace())
                        .withName(settings.configMap())
                        .runnableInformer(0),
                _ -> {},
                _ -> onChange.run());
    }

    void start() {
        watched.start();
    }

    CniSource current() {
        var configMap = watched.get(settings.namespace(), settings.configMap());
        var path = kubeconfigPath.get();
        return lastRead.updateAndGet(read -> read.configMap().equals(configMap)
                                && read.kubeconfigPath().equals(path)
                        ? read
                        : read(configMap, path))
                .source();
    }

    private Read read(Optional<ConfigMap> configMap, String path) {
        return new Read(configMap, path, read(configMap, settings.withKubeconfigPath(path)));
    }

    /** {@return what the ConfigMap gives} */
    static CniSource read(Optional<ConfigMap> configMap, CniSettings settings) {
        return configMap
                .map(there -> CniSource.read(
                        subject(there.getMetadata()),
                        settings.key(),
                        Optional.ofNullable(there.getData()).map(data -> data.get(settings.key())),
                        settings.kubeconfigPath()))
                .orElseGet(() -> new CniSource.Missing(settings.namespace() + "/" + settings.configMap()));
    }

    private static Notice.Subject subject(ObjectMeta metadata) {
        return new Notice.Subject("v1", "ConfigMap", metadata.getNamespace(), metadata.getName(), metadata.getUid());
    }

    void measure(MeterRegistry meters) {
        for (var state : List.of("ready", "missing", "invalid")) {
            meters.gauge(
                    "linkerd_multus_controller_cni_config",
                    List.of(Tag.of("state", state)),
                    this,
                    known -> known.current().state().equals(state) ? 1 : 0);
        }
    }

    boolean isComplete() {
        return watched.isComplete();
    }

    List<String> whyNotReady() {
        return watched.whyNotReady();
    }

    @Override
    public void close() {
        watched.close();
    }
}
