// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The API server, for our own calls and for the kubeconfig.
 *
 * @param host {@code KUBERNETES_SERVICE_HOST}
 * @param port {@code KUBERNETES_SERVICE_PORT}
 * @param caFile {@code KUBE_CA_FILE}: trust anchor, also handed to the plugin
 * @param serviceAccountDirectory where the pod's own token, CA and namespace are projected
 * @param kubeconfigServer {@code LINKERD_MULTUS_KUBECONFIG_SERVER}: another address for the plugin than for us
 */
public record ApiServerSettings(
        String host, int port, Path caFile, Path serviceAccountDirectory, Optional<String> kubeconfigServer) {

    public ApiServerSettings {
        if (port < 1 || port > 65535) {
            throw new InvalidSetting("KUBERNETES_SERVICE_PORT", port, "must be between 1 and 65535");
        }
        if (!host.matches("[0-9A-Za-z._:%\\[\\]-]+")) {
            throw new InvalidSetting("KUBERNETES_SERVICE_HOST", host, "must be a host name or an IP address");
        }
        kubeconfigServer.ifPresent(ApiServerSettings::requireHttps);
    }

    /** The address as a URL without a path; an IPv6 address stands in brackets. */
    public URI url() {
        var bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return URI.create("https://" + (bare.contains(":") ? "[" + bare + "]" : bare) + ":" + port);
    }

    /** The address that the plugin on the node calls. */
    public String serverForPlugin() {
        return kubeconfigServer.orElseGet(() -> url().toString());
    }

    /** The pod's own token, replaced by the kubelet while we run. */
    public Path tokenFile() {
        return serviceAccountDirectory.resolve("token");
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
        throw new InvalidSetting(KnownKeys.KUBECONFIG_SERVER, server, "must be a URL like https://host:6443");
    }
}
