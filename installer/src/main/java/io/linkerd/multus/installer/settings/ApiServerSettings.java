// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

import io.linkerd.multus.service.settings.InClusterSettings;
import io.linkerd.multus.service.settings.InvalidSetting;
import io.linkerd.multus.service.settings.SettingsReader;
import java.net.URI;
import java.util.Optional;

/**
 * The API server, for our own calls and for the kubeconfig.
 *
 * @param cluster for our own calls; its trust anchor is also handed to the plugin
 * @param kubeconfigServer {@value #KUBECONFIG_SERVER}: another address for the plugin than for us
 */
public record ApiServerSettings(InClusterSettings cluster, Optional<String> kubeconfigServer) {
    private static final String KUBECONFIG_SERVER = SettingsReader.PREFIX + "KUBECONFIG_SERVER";

    public ApiServerSettings {
        kubeconfigServer.ifPresent(ApiServerSettings::requireHttps);
    }

    static ApiServerSettings read(SettingsReader reader) {
        return new ApiServerSettings(InClusterSettings.read(reader), reader.text(KUBECONFIG_SERVER));
    }

    /** {@return the address that the plugin on the node calls} */
    public String serverForPlugin() {
        return kubeconfigServer.orElseGet(() -> cluster.url().toString());
    }

    private static void requireHttps(String server) {
        try {
            var url = URI.create(server);
            if ("https".equals(url.getScheme()) && url.getHost() != null) {
                return;
            }
        } catch (IllegalArgumentException _) {
            // said below, together with the well-formed ones that are not for us
        }
        throw new InvalidSetting(KUBECONFIG_SERVER, server, "must be a URL like https://host:6443");
    }
}
