// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.watch.Watched;
import java.util.function.Consumer;

/**
 * Watches one ConfigMap by its name, as a permission with {@code resourceNames} allows. Where the permission is missing, the controller that reads the
 * ConfigMap reports it.
 */
public record SingleConfigMapInformer(String namespace, String name) {
    /**
     * {@return the informer, to be started}
     *
     * @param slim drops what is never read
     * @param onChange called after it was added, changed or deleted
     */
    public Watched<ConfigMap> watched(ControllerContext context, Consumer<ConfigMap> slim, Runnable onChange) {
        context.refused().leave("/api/v1/namespaces/" + namespace + "/configmaps", name);
        return new Watched<>(
                "configmaps named " + name + " in " + namespace,
                context.client()
                        .configMaps()
                        .inNamespace(namespace)
                        .withName(name)
                        .runnableInformer(0),
                slim,
                _ -> onChange.run());
    }
}
