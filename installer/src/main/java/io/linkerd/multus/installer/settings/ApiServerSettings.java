// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

import io.linkerd.multus.service.settings.InvalidSetting;
import io.linkerd.multus.service.settings.SettingsReader;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The API server, for our own calls and for the kubeconfig.
 *
 * @param host {@value #HOST}
 * @param port {@value #PORT}
 * @param caFile {@code KUBE_CA_FILE}: trust anchor, also handed to the plugin
 * @param serviceAccountDirectory where the pod's own token, CA and namespace are projected
 * @param kubeconfigServer {@value #KUBECONFIG_SERVER}: another address for the plugin than for us
 */
public record ApiServerSettings(
        String host, int port, Path caFile, Path serviceAccountDirectory, Optional<String> kubeconfigServer) {
    private static final String HOST = "KUBERNETES_SERVICE_HOST";
    private static final String PORT = "KUBERNETES_SERVICE_PORT";
    private static final String KUBECONFIG_SERVER = SettingsReader.PREFIX + "KUBECONFIG_SERVER";
    private static final int HTTPS = 443;

    public ApiServerSettings {
        if (!host.matches("[0-9A-Za-z._:%\\[\\]-]+")) {
            throw new InvalidSetting(HOST, host, "must be a host name or an IP address");
        }
        kubeconfigServer.ifPresent(ApiServerSettings::requireHttps);
    }

    static ApiServerSettings read(SettingsReader reader) {
        var directory = serviceAccountDirectory(reader);
        reader.required(PORT, "");
        return new ApiServerSettings(
                reader.required(HOST, "localhost"),
                reader.port(PORT, HTTPS),
                Path.of(reader.text("KUBE_CA_FILE", directory.resolve("ca.crt").toString())),
                directory,
                reader.text(KUBECONFIG_SERVER));
    }

    static Path serviceAccountDirectory(SettingsReader reader) {
        return Path.of(reader.text(
                SettingsReader.PREFIX + "SERVICE_ACCOUNT_DIR", "/var/run/secrets/kubernetes.io/serviceaccount"));
    }

    /** {@return the address as a URL without a path; an IPv6 address stands in brackets} */
    public URI url() {
        var bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return URI.create("https://" + (bare.contains(":") ? "[" + bare + "]" : bare) + ":" + port);
    }

    /** {@return the address that the plugin on the node calls} */
    public String serverForPlugin() {
        return kubeconfigServer.orElseGet(() -> url().toString());
    }

    /** {@return the pod's own token, replaced by the kubelet while we run} */
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
        throw new InvalidSetting(KUBECONFIG_SERVER, server, "must be a URL like https://host:6443");
    }
}
