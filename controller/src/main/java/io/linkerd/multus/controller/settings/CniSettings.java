// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.settings;

import java.util.Optional;

/**
 * Where Linkerd keeps the configuration of its CNI plugin, and where on the nodes the plugin finds its kubeconfig.
 *
 * @param namespace namespace of Linkerd's ConfigMap; it need not exist yet
 * @param configMap name of Linkerd's ConfigMap
 * @param key of that ConfigMap under which the configuration is
 * @param kubeconfigPath absolute path on the nodes, as the installer writes it
 * @param installer name of the installer's DaemonSet in our own namespace; where it is not said, the release's with {@code -installer}
 */
public record CniSettings(
        String namespace, String configMap, String key, String kubeconfigPath, Optional<String> installer) {
    /** Where the installer has its usual name. */
    public CniSettings(String namespace, String configMap, String key, String kubeconfigPath) {
        this(namespace, configMap, key, kubeconfigPath, Optional.empty());
    }

    /** {@return the same with another path} */
    public CniSettings withKubeconfigPath(String path) {
        return new CniSettings(namespace, configMap, key, path, installer);
    }
}
