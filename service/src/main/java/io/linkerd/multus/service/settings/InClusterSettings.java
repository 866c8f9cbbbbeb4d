// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.settings;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The API server as the kubelet tells a pod of it.
 *
 * @param host {@value #HOST}
 * @param port {@value #PORT}
 * @param caFile {@code KUBE_CA_FILE}: the trust anchor
 * @param serviceAccountDirectory where the pod's own token, CA and namespace are projected
 */
public record InClusterSettings(String host, int port, Path caFile, Path serviceAccountDirectory) {
    private static final String HOST = "KUBERNETES_SERVICE_HOST";
    private static final String PORT = "KUBERNETES_SERVICE_PORT";
    private static final int HTTPS = 443;

    /** Refuses a host that makes no URL. */
    public InClusterSettings {
        if (!host.matches("[0-9A-Za-z._:%\\[\\]-]+")) {
            throw new InvalidSetting(HOST, host, "must be a host name or an IP address");
        }
    }

    /** Reads them. */
    public static InClusterSettings read(SettingsReader reader) {
        var directory = serviceAccountDirectory(reader);
        reader.required(PORT, "");
        return new InClusterSettings(
                reader.required(HOST, "localhost"),
                reader.port(PORT, HTTPS),
                Path.of(reader.text("KUBE_CA_FILE", directory.resolve("ca.crt").toString())),
                directory);
    }

    /** {@return the pod's namespace: what is said, else what the kubelet has projected} */
    public static String namespace(SettingsReader reader) {
        var key = SettingsReader.PREFIX + "NAMESPACE";
        var projected = serviceAccountDirectory(reader).resolve("namespace");
        return reader.name(key).orElseGet(() -> {
            try {
                var namespace = Files.readString(projected).strip();
                reader.sources().found(key, namespace, projected.toString());
                return namespace;
            } catch (IOException _) {
                reader.problem(key, "", "is required outside a pod");
                return "";
            }
        });
    }

    /** {@return the address as a URL without a path; an IPv6 address stands in brackets} */
    public URI url() {
        var bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return URI.create("https://" + (bare.contains(":") ? "[" + bare + "]" : bare) + ":" + port);
    }

    /** {@return the pod's own token, which the kubelet replaces while the process runs} */
    public Path tokenFile() {
        return serviceAccountDirectory.resolve("token");
    }

    /** {@return where the pod's own token, CA and namespace are projected} */
    public static Path serviceAccountDirectory(SettingsReader reader) {
        return Path.of(reader.text(
                SettingsReader.PREFIX + "SERVICE_ACCOUNT_DIR", "/var/run/secrets/kubernetes.io/serviceaccount"));
    }
}
