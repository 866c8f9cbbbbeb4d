// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static io.linkerd.multus.acceptance.chart.Rendering.elements;
import static io.linkerd.multus.acceptance.chart.Rendering.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.contracts.platforms.NodePlatform;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the chart makes of {@code global.mode}. */
class ModesTest {
    private static final String INSTALLER = "mesh-installer";
    private static final String NETWORK = "mesh-installer-network";

    @Test
    void withAttachmentsTheInstallerWritesNoNetwork() {
        var objects = mode("nad");

        assertThat(objects.find("ConfigMap", NETWORK)).isEmpty();
        assertThat(variable(installer(objects), "LINKERD_MULTUS_NETWORK_DIR")).isEmpty();
        assertThat(variable(installer(objects), "LINKERD_MULTUS_HEALTH_PORT")).isEqualTo("8080");
        assertThat(spec(objects).path("hostNetwork").asBoolean(true)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "kubernetes, chained,   /etc/cni/net.d",
        "openshift,  chained,   /etc/kubernetes/cni/net.d",
        "kubernetes, file,      /etc/cni/multus/net.d",
        "openshift,  file,      /etc/cni/multus/net.d",
        "openshift,  auxiliary, /run/multus/cni/net.d/vendor-cni-chain"
    })
    void everyOtherModeWritesToAFolderThatIsMounted(String platform, String mode, String directory) {
        var objects = Chart.render(Map.of("global.platform", platform, "global.mode", mode));
        var container = installer(objects);

        assertThat(variable(container, "LINKERD_MULTUS_MODE")).isEqualTo(mode);
        assertThat(variable(container, "LINKERD_MULTUS_NETWORK_DIR")).isEqualTo(directory);
        assertThat(container.path("volumeMounts").findValuesAsText("mountPath"))
                .anyMatch(mount -> ("/host" + directory + "/").startsWith(mount + "/"));
    }

    /**
     * The folder of another platform was made on the node where mode chained was to write to it, and looked like a runtime's without networks;
     * of a folder that a new node gets later, kubelet looked again after two minutes.
     */
    @ParameterizedTest
    @MethodSource("io.linkerd.multus.acceptance.chart.MultusRendering#platforms")
    void noFolderOfARuntimeIsMadeOnANodeAndThoseBelowOptAreWaitedForByTheInstaller(String platform) {
        var row = row(platform);

        for (var mode : List.of("nad", "chained")) {
            var needed = Stream.of(row.plugins(), mode.equals("chained") ? row.networks() : "")
                    .filter(folder -> !folder.isEmpty() && !folder.matches("/(opt|etc/cni)/.+"))
                    .toList();
            var made = Stream.concat(
                            Stream.of("/etc/cni", "/var/lib/linkerd-multus"),
                            Stream.of(
                                            row.plugins().isEmpty()
                                                            || row.plugins().startsWith("/opt/")
                                                    ? "/opt"
                                                    : "",
                                            row.keepsCache(mode) ? "/var/lib/cni" : "")
                                    .filter(folder -> !folder.isEmpty()))
                    .toList();
            var rendering = Chart.render(Map.of("global.platform", platform, "global.mode", mode));

            assertThat(folders(rendering, "Directory")).as(mode).containsExactlyInAnyOrderElementsOf(needed);
            assertThat(folders(rendering, "DirectoryOrCreate")).as(mode).containsExactlyInAnyOrderElementsOf(made);
        }
    }

    /** Where a platform has plugins and networks; no plugins where the installer has to find out. */
    private record Row(String plugins, String networks) {
        boolean keepsCache(String mode) {
            return plugins.isEmpty() || mode.equals("chained") || networks.startsWith("/etc/cni/");
        }
    }

    private static Row row(String platform) {
        return platform.equals("auto")
                ? new Row("", "/etc/cni/net.d")
                : NodePlatform.named(platform)
                        .map(known -> new Row(known.binDirectory(), known.networkDirectory()))
                        .orElseThrow();
    }

    private static List<String> folders(Rendering rendering, String type) {
        return elements(spec(rendering).path("volumes"))
                .map(volume -> volume.path("hostPath"))
                .filter(folder -> folder.path("type").asText().equals(type))
                .map(folder -> folder.path("path").asText())
                .toList();
    }

    @Test
    void theConfigurationIsLinkerdsOwnUnlessItIsSaid() throws Exception {
        var config = new ObjectMapper()
                .readTree(mode("chained")
                        .one("ConfigMap", NETWORK)
                        .at("/data/config")
                        .asText());

        assertThat(config.path("type").asText()).isEqualTo("linkerd-cni");
        assertThat(config.at("/kubernetes/kubeconfig").asText()).isEqualTo("__KUBECONFIG_FILEPATH__");
        assertThat(config.at("/linkerd/proxy-uid").asInt()).isEqualTo(2102);
        assertThat(elements(config.at("/linkerd/inbound-ports-to-ignore")).map(JsonNode::asText))
                .containsExactly("4191", "4190");
    }

    @Test
    void theInstallerFollowsItsConfiguration() {
        var objects = mode("file");

        assertThat(variable(installer(objects), "CNI_NETWORK_CONFIG_FILE")).isEqualTo("/network/config");
        assertThat(elements(spec(objects).path("volumes"))
                        .filter(volume -> volume.at("/configMap/name").asText().equals(NETWORK)))
                .hasSize(1);
    }

    /** The plugin would otherwise refuse the pod that mends it: with a kubeconfig that is no good it stops every pod of the node. */
    @ParameterizedTest
    @ValueSource(strings = {"chained", "auxiliary"})
    void aBrokenKubeconfigCannotLockOutTheInstallerThatHealsIt(String mode) {
        var objects = Chart.render(Map.of("global.platform", "openshift", "global.mode", mode));

        assertThat(spec(objects).path("hostNetwork").asBoolean()).isTrue();
        assertThat(installer(objects).at("/ports/0/containerPort").asInt()).isEqualTo(9642);
        assertThat(variable(installer(objects), "LINKERD_MULTUS_HEALTH_PORT")).isEqualTo("9642");
        assertThat(objects.one("Service", INSTALLER).at("/spec/ports/0/port").asInt())
                .isEqualTo(9642);
        assertThat(objects.one("SecurityContextConstraints", INSTALLER)
                        .path("allowHostNetwork")
                        .asBoolean())
                .isTrue();
        assertThat(objects.one("SecurityContextConstraints", INSTALLER)
                        .path("allowHostPorts")
                        .asBoolean())
                .isTrue();
        assertThat(objects.pods().filter(pod -> pod.at("/spec/hostNetwork").asBoolean()))
                .hasSize(1);
    }

    /** CRI-O tears a pod down by what it cached when the pod was started, with the plugin in it. */
    @Test
    void chainedTheInstallerReachesWhatTheRuntimeHasCached() {
        var chained = Chart.render(Map.of("global.platform", "kubernetes", "global.mode", "chained"));
        var never = Chart.render(
                Map.of("global.platform", "kubernetes", "global.mode", "chained", "installer.cachedResults", "never"));
        var cache = "/host/var/lib/cni";

        assertThat(mounts(chained)).containsOnlyOnce(cache);
        assertThat(variable(installer(chained), "LINKERD_MULTUS_CACHED_RESULTS"))
                .isEqualTo("auto");
        assertThat(mounts(Chart.render(Map.of("global.platform", "auto", "global.mode", "chained"))))
                .containsOnlyOnce(cache);
        assertThat(mounts(never)).doesNotContain(cache);
        assertThat(variable(installer(never), "LINKERD_MULTUS_CACHED_RESULTS")).isEqualTo("never");
    }

    /** After a change from chained to another mode an uninstall did not reach what names the plugin, and pods kept their addresses. */
    @ParameterizedTest
    @ValueSource(strings = {"nad", "file"})
    void theInstallerReachesTheCacheInModesThatCanFollowChained(String mode) {
        var reached = Chart.render(Map.of("global.platform", "microshift", "global.mode", mode));
        var never = Chart.render(
                Map.of("global.platform", "microshift", "global.mode", mode, "installer.cachedResults", "never"));
        var unknown = Chart.render(
                Map.of("global.platform", "auto", "global.mode", mode, "installer.cachedResults", "never"));
        var cache = "/host/var/lib/cni";

        assertThat(mounts(reached)).containsOnlyOnce(cache);
        assertThat(variable(installer(reached), "LINKERD_MULTUS_CACHED_RESULTS"))
                .isEqualTo("auto");
        assertThat(mounts(never)).doesNotContain(cache);
        assertThat(mounts(unknown)).containsOnlyOnce(cache); // for the folder of plugins
        assertThat(variable(installer(unknown), "LINKERD_MULTUS_CACHED_RESULTS"))
                .isEqualTo("never");
    }

    /** There the lists of mode chained are out of reach in another mode, and the plugin stays with them. */
    @ParameterizedTest
    @ValueSource(strings = {"openshift", "k3s", "microk8s"})
    void theInstallerReachesNoCacheWhereListsAreOutOfReach(String platform) {
        var nad = Chart.render(Map.of("global.platform", platform, "global.mode", "nad"));

        assertThat(mounts(nad)).doesNotContain("/host/var/lib/cni");
        assertThat(variable(installer(nad), "LINKERD_MULTUS_CACHED_RESULTS")).isEmpty();
    }

    private static List<String> mounts(Rendering objects) {
        return elements(installer(objects).path("volumeMounts"))
                .map(mount -> mount.path("mountPath").asText())
                .toList();
    }

    /** Without Multus the controller waited for a kind that never came, and pods would have been sent to a network that is not there. */
    @ParameterizedTest
    @CsvSource({
        "kubernetes, chained, none",
        "openshift, chained, none",
        "kubernetes, nad, per-namespace",
        "kubernetes, file, per-namespace",
        "openshift, auxiliary, per-namespace"
    })
    void controllerAndWebhookAreToldWhetherThereAreAttachments(String platform, String mode, String scope) {
        var objects = Chart.render(Map.of("global.platform", platform, "global.mode", mode));

        for (var part : List.of("controller", "webhook")) {
            var container = container(objects, part);
            assertThat(variable(container, "LINKERD_MULTUS_ATTACHMENT_SCOPE")).isEqualTo(scope);
            assertThat(variable(container, "LINKERD_MULTUS_LOOK_FOR_MULTUS")).isEmpty();
        }
        assertThat(variable(
                        container(
                                Chart.render(Map.of(
                                        "global.platform",
                                        platform,
                                        "global.mode",
                                        mode,
                                        "global.attachments.scope",
                                        "Shared")),
                                "webhook"),
                        "LINKERD_MULTUS_ATTACHMENT_SCOPE"))
                .isEqualTo(scope.equals("none") ? "none" : "shared");
    }

    /** As values files have it that were written before the other parts followed a mode. */
    @Test
    void theInstallersOwnModeHoldsForItAlone() {
        var objects = Chart.render(Map.of("global.platform", "kubernetes", "installer.mode", "file"));

        assertThat(variable(installer(objects), "LINKERD_MULTUS_MODE")).isEqualTo("file");
        assertThat(variable(container(objects, "webhook"), "LINKERD_MULTUS_ATTACHMENT_SCOPE"))
                .isEqualTo("per-namespace");
        assertThatThrownBy(() -> Chart.render(
                        Map.of("global.platform", "kubernetes", "global.mode", "nad", "installer.mode", "chained")))
                .hasMessageContaining("installer.mode chained and global.mode nad are different modes");
    }

    /** Pods would have got their rules twice, or, without Multus, none, while every part said that it was ready. */
    @Test
    void anInstallersOwnModeThatTheOthersCannotFollowIsRefused() {
        assertThatThrownBy(() -> Chart.render(Map.of("global.platform", "kubernetes", "installer.mode", "chained")))
                .hasMessageContaining("controller and webhook are in mode nad")
                .hasMessageContaining("set installer.mode=auto and global.mode=chained");
        var alone = Map.of(
                "global.platform",
                "kubernetes",
                "installer.mode",
                "chained",
                "controller.enabled",
                "false",
                "webhook.enabled",
                "false");
        assertThat(variable(installer(Chart.render(alone)), "LINKERD_MULTUS_MODE"))
                .isEqualTo("chained");
    }

    @Test
    void withoutAttachmentsThereIsNoRightToThem() {
        var objects = Chart.render(Map.of("global.platform", "kubernetes", "global.mode", "chained"));

        for (var part : List.of("controller", "webhook")) {
            var groups =
                    objects.one("ClusterRole", "mesh-" + part).path("rules").findValues("apiGroups");
            assertThat(groups).isNotEmpty().noneMatch(group -> group.toString().contains("k8s.cni.cncf.io"));
        }
    }

    /** {@code helm upgrade --reuse-values} gives a chart the values of the one before it, and no new default. */
    @Test
    void aReleaseOfBeforeThatSaysNoModeIsUpgraded() {
        var objects = Chart.render(Map.of("global.platform", "kubernetes", "global.mode", "null"));

        assertThat(variable(installer(objects), "LINKERD_MULTUS_MODE")).isEqualTo("nad");
    }

    @Test
    void aModeWithoutAFolderSaysWhichValueIsMissing() {
        assertThatThrownBy(() -> Chart.render(Map.of("global.platform", "kubernetes", "global.mode", "auxiliary")))
                .hasMessageContaining("installer.networkDir");
        assertThat(variable(
                        installer(Chart.render(Map.of(
                                "global.platform", "kubernetes",
                                "global.mode", "auxiliary",
                                "installer.networkDir", "/run/chain"))),
                        "LINKERD_MULTUS_NETWORK_DIR"))
                .isEqualTo("/run/chain");
    }

    @Test
    void withoutAClusterToLookAtMultusIsTakenForGranted() {
        assertThat(List.of("auto", "kubernetes", "openshift"))
                .allSatisfy(platform -> assertThat(variable(
                                installer(Chart.render(Map.of("global.platform", platform))), "LINKERD_MULTUS_MODE"))
                        .isEqualTo("nad"));
    }

    private static Rendering mode(String mode) {
        return Chart.render(Map.of("global.platform", "kubernetes", "global.mode", mode));
    }

    private static JsonNode container(Rendering objects, String part) {
        return objects.one("Deployment", "mesh-" + part).at("/spec/template/spec/containers/0");
    }

    private static JsonNode installer(Rendering objects) {
        return spec(objects).at("/containers/0");
    }

    private static JsonNode spec(Rendering objects) {
        return objects.one("DaemonSet", INSTALLER).at("/spec/template/spec");
    }
}
