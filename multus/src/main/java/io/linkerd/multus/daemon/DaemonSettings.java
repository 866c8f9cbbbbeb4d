// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon;

import static io.linkerd.multus.service.settings.SettingsReader.PREFIX;

import io.linkerd.multus.daemon.commands.UnknownPods;
import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.daemon.programs.ProgramSettings;
import io.linkerd.multus.service.settings.HealthPort;
import io.linkerd.multus.service.settings.InClusterSettings;
import io.linkerd.multus.service.settings.InvalidSettings;
import io.linkerd.multus.service.settings.SettingsReader;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What the daemon is told by its environment; what upstream's daemon is told as well stands in its configuration file.
 *
 * @param namespace where the daemon's DaemonSet is
 * @param release {@value #RELEASE}: what the daemon belongs to
 * @param podName {@value #POD_NAME}: the pod that it runs in
 * @param podUid {@value #POD_UID}: the UID of that pod, which Events about the daemon name; without it the log alone says what they would
 * @param daemonSet {@value #DAEMON_SET}: its name; without it a removal cannot be told from a replaced pod, and the node stays as it is
 * @param removeWhenUnreachable {@value #REMOVE_WHEN_UNREACHABLE}: whether a stop counts as removal where the API server cannot be asked
 * @param nodeName {@value #NODE_NAME}: whose pods are followed; all pods are, where it is not said
 * @param unknownPods {@value #UNKNOWN_PODS}
 * @param helpers {@value #HELPER_DIR}: the folder of {@code multus-launch} and {@code multus-netns}
 */
record DaemonSettings(
        InClusterSettings api,
        String namespace,
        String release,
        String podName,
        Optional<String> podUid,
        Optional<String> daemonSet,
        boolean removeWhenUnreachable,
        Optional<String> nodeName,
        UnknownPods unknownPods,
        Path helpers,
        ProgramSettings programs,
        HealthPort health) {
    private static final String RELEASE = PREFIX + "RELEASE";
    private static final String POD_NAME = PREFIX + "POD_NAME";
    private static final String POD_UID = PREFIX + "POD_UID";
    private static final String DAEMON_SET = PREFIX + "DAEMON_SET";
    private static final String REMOVE_WHEN_UNREACHABLE = PREFIX + "REMOVE_WHEN_UNREACHABLE";
    private static final String UNKNOWN_PODS = PREFIX + "UNKNOWN_PODS";
    private static final String HELPER_DIR = PREFIX + "HELPER_DIR";

    /** Upstream's name for it. */
    private static final String NODE_NAME = "MULTUS_NODE_NAME";

    private static final String OF_THE_IMAGE = "/opt/linkerd-multus/bin";

    /** Beside the installer's, which is 8080 in the network of the node as well. */
    private static final int USUAL_HEALTH_PORT = 8083;

    /** {@return the daemon's own pod, where it is told all of it} */
    Optional<PodIdentity> pod() {
        return podUid.map(uid -> new PodIdentity(namespace, podName, uid));
    }

    /**
     * Reads the environment.
     *
     * @throws InvalidSettings with every problem that it has, unknown {@code LINKERD_MULTUS_*} included
     */
    static DaemonSettings read(Map<String, String> environment) throws InvalidSettings {
        var reader = new SettingsReader(environment);
        var api = reader.record(() -> InClusterSettings.read(reader));
        var namespace = InClusterSettings.namespace(reader);
        var release = reader.text(RELEASE, "linkerd-multus");
        var podName = reader.text(POD_NAME).orElseGet(() -> reader.text("HOSTNAME", "multus"));
        var podUid = reader.text(POD_UID);
        var daemonSet = reader.name(DAEMON_SET);
        boolean removeWhenUnreachable = reader.flag(REMOVE_WHEN_UNREACHABLE, false);
        var nodeName = reader.name(NODE_NAME);
        var unknownPods = reader.oneOf(UNKNOWN_PODS, UnknownPods.TRIED_AGAIN);
        var helpers = Path.of(reader.text(HELPER_DIR, OF_THE_IMAGE));
        var programs = reader.record(() -> ProgramSettings.read(reader));
        var health = HealthPort.read(reader, USUAL_HEALTH_PORT);
        reader.finish();
        return new DaemonSettings(
                api.orElseThrow(),
                namespace,
                release,
                podName,
                podUid,
                daemonSet,
                removeWhenUnreachable,
                nodeName,
                unknownPods,
                helpers,
                programs.orElseThrow(),
                health);
    }
}
