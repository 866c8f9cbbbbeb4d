// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.attachments.CniSource;
import io.linkerd.multus.controller.engine.watch.Watched;
import io.linkerd.multus.controller.settings.CniSettings;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Follows Linkerd's ConfigMap, and reads each version of it once. */
final class CniSources implements AutoCloseable {
    private record Read(Optional<ConfigMap> configMap, CniSource source) {}

    private final CniSettings settings;
    private final Watched<ConfigMap> watched;
    private final AtomicReference<Read> lastRead;

    /** Prepares; {@code onChange} is called after the ConfigMap came, changed or went. */
    CniSources(KubernetesClient client, CniSettings settings, Runnable onChange) {
        this.settings = settings;
        this.lastRead = new AtomicReference<>(new Read(Optional.empty(), read(Optional.empty(), settings)));
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
        return lastRead.updateAndGet(read ->
                        read.configMap().equals(configMap) ? read : new Read(configMap, read(configMap, settings)))
                .source();
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
