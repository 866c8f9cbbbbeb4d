// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.service.settings.InvalidSetting;
import io.linkerd.multus.service.settings.SettingsReader;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where things are: host paths as the runtime on the node sees them, and where the host is mounted here.
 *
 * @param mountPrefix {@value #MOUNT_PREFIX}: the host's folders are mounted under it
 * @param binDirectory {@value #BIN_DIRECTORY}, a host path; when given it wins over the platform's
 * @param netDirectory {@value #NET_DIRECTORY}, a host path: the folder of the kubeconfig
 * @param kubeconfigName {@value #KUBECONFIG_NAME}
 * @param pluginSource {@value #PLUGIN_SOURCE}: where the init container has put the plugins, in this container
 * @param stateDirectory {@value #STATE_DIRECTORY}, a host path: journal and lock; empty to find one that is mounted
 */
public record NodeSettings(
        Path mountPrefix,
        Optional<String> binDirectory,
        String netDirectory,
        String kubeconfigName,
        Path pluginSource,
        Optional<String> stateDirectory) {
    private static final String MOUNT_PREFIX = "CONTAINER_MOUNT_PREFIX";
    private static final String BIN_DIRECTORY = "DEST_CNI_BIN_DIR";
    private static final String NET_DIRECTORY = Linkerd.NET_DIRECTORY_VARIABLE;
    private static final String KUBECONFIG_NAME = Linkerd.KUBECONFIG_NAME_VARIABLE;
    private static final String PLUGIN_SOURCE = "CONTAINER_CNI_BIN_DIR";
    public static final String STATE_DIRECTORY = SettingsReader.PREFIX + "STATE_DIR";

    /** Where journal and lock are if that place is mounted and nobody says another. */
    public static final String USUAL_STATE_DIRECTORY = "/var/lib/linkerd-multus";

    /** The name that Linkerd's own installer gives its kubeconfig. */
    public static final String LINKERDS_KUBECONFIG = "ZZZ-linkerd-cni-kubeconfig";

    public NodeSettings {
        requireAbsolute(MOUNT_PREFIX, mountPrefix.toString());
        binDirectory.ifPresent(path -> requireAbsolute(BIN_DIRECTORY, path));
        requireAbsolute(NET_DIRECTORY, netDirectory);
        requireAbsolute(PLUGIN_SOURCE, pluginSource.toString());
        stateDirectory.ifPresent(path -> requireAbsolute(STATE_DIRECTORY, path));
        if (kubeconfigName.contains("/") || kubeconfigName.startsWith(".")) {
            throw new InvalidSetting(KUBECONFIG_NAME, kubeconfigName, "must be a plain file name");
        }
        if (kubeconfigName.matches(".*\\.(conf|conflist|json)")) {
            throw new InvalidSetting(
                    KUBECONFIG_NAME, kubeconfigName, "must not end like a CNI network: the runtime would load it");
        }
    }

    static NodeSettings read(SettingsReader reader) {
        return new NodeSettings(
                Path.of(reader.text(MOUNT_PREFIX, "/host")),
                reader.text(BIN_DIRECTORY).map(NodeSettings::tidy),
                tidy(reader.text(NET_DIRECTORY, "/etc/cni/net.d")),
                reader.text(KUBECONFIG_NAME, LINKERDS_KUBECONFIG),
                Path.of(reader.text(PLUGIN_SOURCE, "/opt/cni/bin")),
                reader.text(STATE_DIRECTORY));
    }

    /** {@return the kubeconfig's host path, which is what a network attachment has to name} */
    public String kubeconfigPath() {
        return netDirectory + "/" + kubeconfigName;
    }

    /** Linkerd's installer takes a slash too many, and so do people who have given one to its chart for years. */
    private static String tidy(String path) {
        return Path.of(path).toString();
    }

    static void requireAbsolute(String key, String path) {
        if (!path.startsWith("/") || !Path.of(path).normalize().toString().equals(path)) {
            throw new InvalidSetting(key, path, "must be an absolute path without '..', '//' or a slash at its end");
        }
    }
}
