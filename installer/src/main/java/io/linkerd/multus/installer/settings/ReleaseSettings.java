// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

import static io.linkerd.multus.service.settings.SettingsReader.PREFIX;

import io.linkerd.multus.service.settings.InClusterSettings;
import io.linkerd.multus.service.settings.InvalidSetting;
import io.linkerd.multus.service.settings.SettingsReader;
import java.util.List;
import java.util.Optional;

/**
 * Who we are in the cluster.
 *
 * @param release the Helm release's name
 * @param namespace where our DaemonSet and the plugin's service account live
 * @param daemonSet our DaemonSet's name; without it an uninstall cannot be told from an upgrade
 * @param successor the name of the DaemonSet that our release's installer may go on as, in the same namespace
 * @param controllerLease the Lease of our release's controller, in the same namespace, which tells the kubeconfigs that attachments name;
 *     absent where it makes no attachments
 * @param podName our pod's name, which a second installer on the node shows to people
 * @param nodeName the node's name, for its labels
 * @param onStop what becomes of the node when we are told to stop
 * @param removeWhenUnreachable remove what we placed even when the API cannot say whether we are uninstalled
 * @param takeOverFrom releases that are gone for good, as {@code namespace/name}: what they left on a node is ours from now on
 */
public record ReleaseSettings(
        String release,
        String namespace,
        Optional<String> daemonSet,
        Optional<String> successor,
        Optional<String> controllerLease,
        String podName,
        Optional<String> nodeName,
        OnStop onStop,
        boolean removeWhenUnreachable,
        List<String> takeOverFrom) {
    private static final String TAKE_OVER_FROM = PREFIX + "TAKE_OVER_FROM";

    public ReleaseSettings {
        takeOverFrom = List.copyOf(takeOverFrom);
        takeOverFrom.stream()
                .filter(other -> !other.matches("[a-z0-9-]+/[a-z0-9.-]+"))
                .findFirst()
                .ifPresent(other -> {
                    throw new InvalidSetting(TAKE_OVER_FROM, other, "must name releases as namespace/name");
                });
    }

    /** {@return which release this is of all that a cluster may have} */
    public String instance() {
        return namespace + "/" + release;
    }

    static ReleaseSettings read(SettingsReader reader) {
        return new ReleaseSettings(
                reader.text(PREFIX + "RELEASE", "linkerd-multus"),
                InClusterSettings.namespace(reader),
                reader.name(PREFIX + "DAEMON_SET"),
                reader.name(PREFIX + "SUCCESSOR"),
                reader.name(PREFIX + "CONTROLLER_LEASE"),
                reader.text(PREFIX + "POD_NAME").orElseGet(() -> reader.text("HOSTNAME", "installer")),
                reader.name(PREFIX + "NODE_NAME"),
                reader.oneOf(PREFIX + "ON_STOP", OnStop.AUTO),
                reader.flag(PREFIX + "REMOVE_WHEN_UNREACHABLE", false),
                reader.items(TAKE_OVER_FROM, List.of()));
    }
}
