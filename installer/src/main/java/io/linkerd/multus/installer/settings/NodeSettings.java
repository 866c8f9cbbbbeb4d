// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where things are: host paths as the runtime on the node sees them, and where the host is mounted here.
 *
 * @param mountPrefix {@code CONTAINER_MOUNT_PREFIX}: the host's folders are mounted under it
 * @param binDirectory {@code DEST_CNI_BIN_DIR}, a host path; when given it wins over the platform's
 * @param netDirectory {@code DEST_CNI_NET_DIR}, a host path: the folder of the kubeconfig
 * @param kubeconfigName {@code KUBECONFIG_FILE_NAME}
 * @param pluginSource {@code CONTAINER_CNI_BIN_DIR}: where the init container has put the plugins, in this container
 * @param stateDirectory {@code LINKERD_MULTUS_STATE_DIR}, a host path: journal and lock
 */
public record NodeSettings(
        Path mountPrefix,
        Optional<String> binDirectory,
        String netDirectory,
        String kubeconfigName,
        Path pluginSource,
        String stateDirectory) {

    public NodeSettings {
        requireAbsolute("CONTAINER_MOUNT_PREFIX", mountPrefix.toString());
        binDirectory.ifPresent(path -> requireAbsolute("DEST_CNI_BIN_DIR", path));
        requireAbsolute("DEST_CNI_NET_DIR", netDirectory);
        requireAbsolute("CONTAINER_CNI_BIN_DIR", pluginSource.toString());
        requireAbsolute(KnownKeys.STATE_DIR, stateDirectory);
        if (kubeconfigName.contains("/") || kubeconfigName.startsWith(".")) {
            throw new InvalidSetting("KUBECONFIG_FILE_NAME", kubeconfigName, "must be a plain file name");
        }
        if (kubeconfigName.matches(".*\\.(conf|conflist|json)")) {
            throw new InvalidSetting(
                    "KUBECONFIG_FILE_NAME",
                    kubeconfigName,
                    "must not end like a CNI network: the runtime would load it");
        }
    }

    /** The kubeconfig's host path, which is what a network attachment has to name. */
    public String kubeconfigPath() {
        return netDirectory + "/" + kubeconfigName;
    }

    private static void requireAbsolute(String key, String path) {
        if (!path.startsWith("/") || !Path.of(path).normalize().toString().equals(path)) {
            throw new InvalidSetting(key, path, "must be an absolute path without '..', '//' or a slash at its end");
        }
    }
}
