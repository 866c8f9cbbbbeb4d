// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.DryRun;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.InstallCommand;
import io.linkerd.multus.localcluster.apiserver.LoneApiServer;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.programs.Cache;
import io.linkerd.multus.localcluster.programs.GoTools;
import io.linkerd.multus.localcluster.programs.Programs;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the charts make of a cluster that Helm sees. */
class MultusInClusterIT {
    private static final Path CHARTS = Path.of("..", "charts");
    private static final String DAEMON_SETS = "/apis/apps/v1/namespaces/kube-system/daemonsets";
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String NETWORKS = "/apis/operator.openshift.io/v1/networks";
    private static final String NETWORK =
            "{\"apiVersion\":\"operator.openshift.io/v1\",\"kind\":\"Network\",\"metadata\":{\"name\":\"cluster\"},\"spec\":{}}";
    private static final String NETWORK_KIND = definition("operator.openshift.io", "Network", "networks", true);
    /** Not served, so that no other test sees it. */
    private static final String NAD_KIND =
            definition("k8s.cni.cncf.io", "NetworkAttachmentDefinition", "network-attachment-definitions", false);

    private static final String NAD = "name: network-attachment-definitions.k8s.cni.cncf.io";

    private static LoneApiServer server;

    @BeforeAll
    static void start() throws Exception {
        server = new LoneApiServer(LocalClusterExtension.kubernetes());
        server.admin().create(DEFINITIONS, NETWORK_KIND).orThrow();
        server.admin().awaitServed(NETWORKS);
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @Test
    void itsOwnMultusIsRefusedWithoutTheKindThatItReads() {
        assertThatThrownBy(() -> rehearse(Map.of("multus.enabled", "true", "multus.requireKind", "true")))
                .hasMessageContaining("does not know the kind NetworkAttachmentDefinition")
                .hasMessageContaining("networkAttachmentDefinitions.install=auto");
    }

    @Test
    void withItsOwnMultusAClusterWithoutOneIsInModeNad() {
        assertThat(rehearse(Map.of("multus.enabled", "true"))).contains("in mode nad", "Multus is part of it");
        assertThat(rehearse(Map.of()))
                .contains("in mode chained", "set global.mode=chained where Multus does not come, and global.mode=nad");
    }

    @ParameterizedTest
    @CsvSource({
        "kube-multus-ds, x, example.com/a:1, ''",
        "other, multus, example.com/a:1, ''",
        "other, x, example.com/k8snetworkplumbingwg/multus-cni:v4, ''",
        "other, x, example.com/rancher/hardened-multus-cni@sha256:0, ''",
        "other-multus, multus, example.com/linkerd-multus/multus:1, other"
    })
    void aMultusOfAnotherOwnerIsRefused(String name, String app, String image, String release) throws IOException {
        daemonSet(name, app, image, release);
        try {
            assertThatThrownBy(() -> rehearse(Map.of("multus.enabled", "true")))
                    .hasMessageContaining("DaemonSet " + name + " in namespace kube-system runs Multus already")
                    .hasMessageContaining("multus.requireSoleMultus=false");
            assertThat(rehearse(Map.of("multus.enabled", "true", "multus.requireSoleMultus", "false")))
                    .contains("Multus is part of it");
            assertThat(rehearse(Map.of())).contains("in mode");
        } finally {
            server.admin().delete(DAEMON_SETS + "/" + name).orThrow();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "multus-admission, x, example.com/linkerd-multus/installer:1, ''",
        "dynamic-networks, x, example.com/multus-dynamic-networks-controller:1, ''",
        "ours, multus, example.com/linkerd-multus/multus:1, mesh"
    })
    void whatIsNoOtherMultusIsNotInTheWay(String name, String app, String image, String release) throws IOException {
        daemonSet(name, app, image, release);
        try {
            assertThat(rehearse(Map.of("multus.enabled", "true"))).contains("Multus is part of it");
        } finally {
            server.admin().delete(DAEMON_SETS + "/" + name).orThrow();
        }
    }

    @Test
    void theMultusOfOpenShiftsNetworkOperatorIsRefusedUnlessItIsSwitchedOff() throws IOException {
        server.admin().create(NETWORKS, NETWORK).orThrow();
        try {
            assertThatThrownBy(() -> rehearse(Map.of("multus.enabled", "true")))
                    .hasMessageContaining("OpenShift's network operator runs Multus")
                    .hasMessageContaining("spec.disableMultiNetwork: true");
            server.admin()
                    .merge(NETWORKS + "/cluster", "{\"spec\":{\"disableMultiNetwork\":true}}")
                    .orThrow();
            assertThat(rehearse(Map.of("multus.enabled", "true"))).contains("Multus is part of it");
        } finally {
            server.admin().delete(NETWORKS + "/cluster").orThrow();
        }
    }

    @Test
    void theKindOfAnotherOwnerIsNeverTakenOver() throws Exception {
        var name = DEFINITIONS + "/network-attachment-definitions.k8s.cni.cncf.io";
        assertThat(kinds("auto")).contains(NAD);
        assertThat(kinds("false")).doesNotContain(NAD);
        server.admin().create(DEFINITIONS, NAD_KIND).orThrow();
        try {
            assertThat(kinds("auto")).doesNotContain(NAD);
            assertThatThrownBy(() -> kinds("true"))
                    .hasMessageContaining("from another owner, and it is not taken over");
            server.admin()
                    .merge(
                            name,
                            "{\"metadata\":{\"labels\":{\"app.kubernetes.io/managed-by\":\"Helm\"}," + owned("kinds")
                                    + "}}")
                    .orThrow();
            assertThat(kinds("auto")).contains(NAD);
        } finally {
            server.admin().delete(name).orThrow();
        }
    }

    /** With Multus auto took every node for one with /opt/cni/bin, and on others the kubelet started no pod, which could say nothing. */
    @Test
    void withMultusAndNoPlatformSaidAParentIsMountedThatNodesHave() throws Exception {
        var chart = CHARTS.resolve("linkerd-multus");
        var seen = "--api-versions=k8s.cni.cncf.io/v1,v1/Namespace";

        assertThat(template(chart, seen))
                .contains("path: /opt\n", "path: /var/lib/cni\n")
                .doesNotContain("type: Directory\n", "/opt/cni/bin\n            type:");
        assertThat(template(chart, seen, "--set=global.platform=kubernetes"))
                .contains("path: /opt\n")
                .doesNotContain("type: Directory\n");
        assertThat(template(chart, seen, "--set=global.platform=gke"))
                .contains("path: /home/kubernetes/bin\n            type: Directory\n");
        assertThat(template(chart, seen + ",security.openshift.io/v1,config.openshift.io/v1"))
                .contains("path: /var/lib/cni/bin\n            type: Directory\n");
    }

    /** As a dependency its parts see the cluster as they do by themselves, and that they bring Multus, whatever global.multus is to others. */
    @Test
    void asADependencyItSeesTheCluster(@TempDir Path folder) throws Exception {
        var parent = ParentChart.in(folder).folder();
        var bare = "--api-versions=v1/Namespace";
        var clash = "--set=global.multus.enabled=%s,global.platform=aws,global.mode=ha";

        assertThat(modes(template(parent, bare, clash.formatted("true")))).containsExactly("chained");
        assertThat(modes(template(
                        parent,
                        bare,
                        clash.formatted("false"),
                        "--set=linkerd-multus.multus.enabled=true,linkerd-multus.multus.requireKind=false")))
                .containsExactly("nad");
        assertThat(modes(template(parent, bare + ",k8s.cni.cncf.io/v1", clash.formatted("false"))))
                .containsExactly("nad");
        assertThat(template(parent, bare + ",security.openshift.io/v1,config.openshift.io/v1"))
                .contains("kind: SecurityContextConstraints\n");
    }

    /** Helm 3 leaves the vendor's mark out of a version that it is told. */
    @Test
    void aPlatformWithOtherFoldersHasToBeNamed() throws Exception {
        var chart = CHARTS.resolve("linkerd-multus");
        var version = "--kube-version=v1.35.0+k3s1";

        assertThatThrownBy(() -> template(chart, version, "--set=multus.enabled=true"))
                .hasMessageContaining("other folders than most")
                .hasMessageContaining("set it to k3s");
        assertThat(template(chart, version, "--set=multus.enabled=true,global.platform=k3s"))
                .contains("kinds-multus");
    }

    /** Versions of GKE and of Google Distributed Cloud look alike; both want the quota, and the folders of GKE alone are elsewhere. */
    @Test
    void versionsOfGoogleTellOfTheQuotaAndOfNoFolder() throws Exception {
        var chart = CHARTS.resolve("linkerd-multus");
        var version = "--kube-version=v1.35.0-gke.1000";

        assertThat(template(chart, version, "--api-versions=k8s.cni.cncf.io/v1"))
                .contains("kind: ResourceQuota\n", "path: /opt\n")
                .doesNotContain("/home/kubernetes/bin");
        assertThatThrownBy(() -> template(chart, version, "--set=multus.enabled=true"))
                .hasMessageContaining("set it to gke");
        assertThat(template(chart, version, "--set=multus.enabled=true,global.platform=gke"))
                .contains("path: /home/kubernetes/bin\n", "kind: ResourceQuota\n");
    }

    /** The kind, which this cluster does not know, may come after the release unless that is said. */
    private static String rehearse(Map<String, String> values) {
        var command = rehearsal(CHARTS.resolve("linkerd-multus"), "mesh").set("multus.requireKind", "false");
        values.forEach(command::set);
        return command.call().getOutput();
    }

    /** {@return the objects, as Helm 4 renders them for the cluster that it sees} */
    private static String kinds(String install) throws IOException, InterruptedException {
        return template(
                CHARTS.resolve("linkerd-multus-crds"),
                "--dry-run=server",
                "--kubeconfig=" + server.kubectl().kubeconfig(),
                "--set=networkAttachmentDefinitions.install=" + install);
    }

    private static String template(Path chart, String... more) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                GoTools.of(Cache.of(System.getenv()), Progress.silent())
                        .helm(LocalClusterExtension.project())
                        .toString(),
                "template",
                "kinds",
                chart.toString()));
        command.addAll(List.of(more));
        return Programs.plain().output(Duration.ofMinutes(1), command);
    }

    /** {@return the modes that installers are told} */
    private static List<String> modes(String rendering) {
        return Pattern.compile("name: LINKERD_MULTUS_MODE\\s+value: (\\S+)")
                .matcher(rendering)
                .results()
                .map(mode -> mode.group(1))
                .toList();
    }

    private static InstallCommand rehearsal(Path chart, String release) {
        return new Helm(chart)
                .install()
                .withName(release)
                .withNamespace("default")
                .withKubeConfig(server.kubectl().kubeconfig())
                .dryRun()
                .withDryRunOption(DryRun.SERVER);
    }

    private static void daemonSet(String name, String app, String image, String release) throws IOException {
        server.admin()
                .create(DAEMON_SETS, """
                        {"apiVersion":"apps/v1","kind":"DaemonSet","metadata":{"name":"%s","labels":{"app":"%s"}%s},
                         "spec":{"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},
                          "spec":{"containers":[{"name":"c","image":"%s"}]}}}}""".formatted(name, app, release.isEmpty() ? "" : "," + owned(release), image))
                .orThrow();
    }

    private static String owned(String release) {
        return "\"annotations\":{\"meta.helm.sh/release-name\":\"" + release
                + "\",\"meta.helm.sh/release-namespace\":\"default\"}";
    }

    private static String definition(String group, String kind, String plural, boolean served) {
        return """
                {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"%3$s.%1$s"},
                 "spec":{"group":"%1$s","scope":"%4$s","names":{"kind":"%2$s","plural":"%3$s"},
                  "versions":[{"name":"v1","served":%5$s,"storage":true,"schema":{"openAPIV3Schema":
                   {"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}""".formatted(group, kind, plural, served ? "Cluster" : "Namespaced", served);
    }
}
