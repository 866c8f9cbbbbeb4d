// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.watch.Watched;
import java.util.function.Consumer;

/** A ConfigMap by its name, as a right for it alone allows: where it may not be watched, only the duty that follows it says so. */
public record SingleConfigMapInformer(String namespace, String name) {
    /**
     * {@return it watched, once that is started}
     *
     * @param slim drops from it what is never looked at
     * @param onChange called after it came, changed or went
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
