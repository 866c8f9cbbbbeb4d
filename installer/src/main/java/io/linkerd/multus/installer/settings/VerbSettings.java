// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

import static io.linkerd.multus.service.settings.SettingsReader.PREFIX;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.service.settings.InClusterSettings;
import io.linkerd.multus.service.settings.InvalidSettings;
import io.linkerd.multus.service.settings.SettingsReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Where the verbs find what they install, in this container.
 *
 * @param templates {@value #TEMPLATES}: configurations
 * @param manifests {@value #MANIFESTS}: manifests of Kubernetes objects
 */
public record VerbSettings(Path templates, Path manifests) {
    private static final String TEMPLATES = PREFIX + "TEMPLATE_DIR";
    private static final String HOST = "KUBERNETES_SERVICE_HOST";
    private static final String MANIFESTS = PREFIX + "MANIFEST_DIR";

    /** What only a pod knows: a verb works without a cluster, too, and asks none then. */
    private static final Map<String, String> WITHOUT_A_CLUSTER =
            Map.of(HOST, "localhost", "KUBERNETES_SERVICE_PORT", "443", PREFIX + "NAMESPACE", "default");

    public VerbSettings {
        NodeSettings.requireAbsolute(TEMPLATES, templates.toString());
        NodeSettings.requireAbsolute(MANIFESTS, manifests.toString());
    }

    /** {@return whether the API server would listen: there is one, and the pod has a token} */
    public static Result<Boolean> cluster(Map<String, String> environment) {
        if (!environment.containsKey(HOST)) {
            return new Result.Not<>(HOST + " is not set");
        }
        var account = InClusterSettings.serviceAccountDirectory(new SettingsReader(environment));
        return Files.exists(account.resolve("token"))
                ? new Result.Ok<>(true)
                : new Result.Not<>("this pod has no token (automountServiceAccountToken)");
    }

    static VerbSettings read(SettingsReader reader) {
        return new VerbSettings(
                Path.of(reader.text(TEMPLATES).orElse("/etc/cni/net.d")),
                Path.of(reader.text(MANIFESTS).orElse("/etc/kubernetes/manifests")));
    }

    /**
     * Reads the environment of a verb, which may be in no cluster.
     *
     * @throws InvalidSettings as the daemon's settings would
     */
    public static InstallerSettings readAll(Map<String, String> environment) throws InvalidSettings {
        if (cluster(environment) instanceof Result.Ok<Boolean>) {
            return InstallerSettings.read(environment);
        }
        var all = new HashMap<>(WITHOUT_A_CLUSTER);
        all.putAll(environment);
        return InstallerSettings.read(all);
    }
}
