// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The chart's part {@code multus} where it is used otherwise than it was thought of. */
class MultusMisuseTest {
    private static final Map<String, String> ALONE = Map.of(
            "multus.enabled", "true",
            "installer.enabled", "false",
            "controller.enabled", "false",
            "webhook.enabled", "false");

    /** The container had no java any more, or no configuration, and said so in its runtime's words alone. */
    @ParameterizedTest
    @CsvSource({
        "multusAutoconfigDir, /opt, /opt, /opt/java",
        "confDir, /app, /app, /app",
        "readinessindicatorfile, /etc/ready, /etc, /etc/linkerd-multus",
        "multusConfigFile, /tmp/multus.conf, /tmp, /tmp",
        "cniDir, /usr/lib, /usr/lib, /usr/lib"
    })
    void aFolderThatWouldHideTheImagesOwnIsRefused(String value, String text, String folder, String hidden) {
        assertThatThrownBy(() -> MultusRendering.of(Map.of(value, text)))
                .hasMessageContaining("the node's folder " + folder + " would be mounted over")
                .hasMessageContaining("(" + hidden);
    }

    /** The daemon closes it to all but root: with /run, to half of the node's services. */
    @ParameterizedTest
    @CsvSource({
        "/run, /run/netns",
        "/var/lib/cni, /var/lib/cni/multus",
        "/etc/cni/net.d, /etc/cni/net.d",
        "/var/run, /var/run/netns"
    })
    void aSocketsFolderWithOthersInItIsRefused(String folder, String other) {
        assertThatThrownBy(() -> MultusRendering.of(Map.of("socketDir", folder)))
                .hasMessageContaining("multus.socketDir: " + folder + " has the node's folder " + other + " in it");
    }

    /** Its folder is the node's root, which cannot be mounted under its own path: the daemon waited for it in vain. */
    @ParameterizedTest
    @CsvSource({"readinessindicatorfile", "multusConfigFile"})
    void aFileInTheNodesRootIsRefused(String value) {
        assertThatThrownBy(() -> MultusRendering.of(Map.of(value, "/file")))
                .hasMessageContaining("at '/" + value + "'");
    }

    @Test
    void oneMorePortOfTheSameNumberIsRefused() {
        assertThatThrownBy(() -> MultusRendering.of(Map.of("config.metricsPort", "9643")))
                .hasMessageContaining("multus.config.metricsPort: 9643 is multus.healthPort");
        assertThatThrownBy(() -> MultusRendering.of(Map.of("config.metricsPort", "9700", "healthPort", "9700")))
                .hasMessageContaining("leave it out");
    }

    /** The shim makes it by itself, on the node. */
    @Test
    void theFolderOfTheShimsLogIsNotMounted() {
        assertThatThrownBy(() -> MultusRendering.of(Map.of("logFile", "/var/log/multus.log"))
                        .mountOf("/var/log"))
                .hasMessageContaining("no volume of /var/log");
    }

    /** The daemon asks kubelet at the usual path, wherever the node has it. */
    @Test
    void kubeletsFoldersAreWhereTheDaemonAsks() {
        var objects = MultusRendering.of(Map.of("kubeletDir", "/var/lib/k0s/kubelet"));

        for (var folder : new String[] {"pod-resources", "device-plugins"}) {
            var mount = objects.mountOf("/var/lib/k0s/kubelet/" + folder);
            assertThat(mount.path("mountPath").asText()).isEqualTo("/var/lib/kubelet/" + folder);
            assertThat(mount.path("readOnly").asBoolean()).isTrue();
        }
    }

    @Test
    void byItselfItIsWhole() {
        var objects = Chart.render(ALONE);

        assertThat(objects.pods()).hasSize(1);
        assertThat(objects.ofKind("ServiceAccount").map(Rendering::name)).containsExactly(MultusRendering.NAME);
        assertThat(Chart.notes(ALONE))
                .contains("Multus daemon's pods run as root", "daemonset/mesh-multus")
                .doesNotContain("The installer's");
    }

    @Test
    void prometheusAndItsPeersFindIt() {
        var objects = Chart.render(Map.of("multus.enabled", "true", "global.monitoring.kind", "PodMonitor"));

        assertThat(objects.one("PodMonitor", MultusRendering.NAME).at("/spec/selector/matchLabels"))
                .isEqualTo(objects.one("DaemonSet", MultusRendering.NAME).at("/spec/selector/matchLabels"));
        assertThat(objects.one("NetworkPolicy", MultusRendering.NAME)
                        .at("/spec/ingress")
                        .findValuesAsText("port"))
                .containsExactly("http");
        assertThat(Chart.render(Map.of("multus.enabled", "true", "global.networkPolicy.enabled", "false"))
                        .ofKind("NetworkPolicy"))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("io.linkerd.multus.acceptance.chart.MultusRendering#platforms")
    void onEveryPlatformInstallerAndDaemonMeanOneFolder(String platform) throws Exception {
        var objects = MultusRendering.of(platform, Map.of());
        var folders = Rendering.elements(
                        objects.objects().one("DaemonSet", "mesh-installer").at("/spec/template/spec/volumes"))
                .map(volume -> volume.at("/hostPath/path").asText())
                .toList();

        var binDir = objects.config().path("binDir").asText();
        assertThat(folders).anyMatch((binDir.startsWith("/opt/") ? "/opt" : binDir)::equals);
        boolean isConstrained = platform.matches("openshift|microshift");
        assertThat(objects.objects()
                        .find("SecurityContextConstraints", MultusRendering.NAME)
                        .isPresent())
                .isEqualTo(isConstrained);
        assertThat(objects.pod().at("/metadata/annotations").has("openshift.io/required-scc"))
                .isEqualTo(isConstrained);
    }

    /** kubelet starts no pod with a folder of type Directory that its node lacks, and the daemon could not say which one that is. */
    @ParameterizedTest
    @MethodSource("io.linkerd.multus.acceptance.chart.MultusRendering#platforms")
    void noFolderOfANodeKeepsItFromSayingWhatIsMissing(String platform) throws Exception {
        var objects = MultusRendering.of(platform, Map.of());
        var networks = objects.config().path("cniConfigDir").asText();
        var needed = Rendering.elements(objects.pod().at("/spec/volumes"))
                .map(volume -> volume.path("hostPath"))
                .filter(folder -> folder.path("type").asText().equals("Directory"))
                .map(folder -> folder.path("path").asText());

        // The runtime makes its folder of networks before it starts a pod; ours would not be looked into elsewhere.
        assertThat(needed)
                .containsExactlyInAnyOrderElementsOf(
                        networks.startsWith("/etc/cni/") ? List.of("/") : List.of("/", networks));
    }
}
