// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
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
        this.lastRead = new AtomicReference<>(new Read(Optional.empty(), CniSource.read(Optional.empty(), settings)));
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
        return lastRead.updateAndGet(read -> read.configMap().equals(configMap)
                        ? read
                        : new Read(configMap, CniSource.read(configMap, settings)))
                .source();
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
