// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.cli.manifests.Rendering;
import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InstallIT {
    private static final String WEBHOOK =
            "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/zz-linkerd-multus-webhook";
    private static final String DAEMON_SET =
            "/apis/apps/v1/namespaces/linkerd-multus/daemonsets/linkerd-multus-installer";

    private static final String KIND = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/linkerdconfigs";

    private final FakeApiServer api = FakeApiServer.plain();

    @AfterEach
    void close() {
        api.close();
    }

    private Called call(String... arguments) {
        return Called.with(Stream.concat(Stream.of(arguments), Stream.of("--api-addr", api.url()))
                .toArray(String[]::new));
    }

    /** As the chart's own auto decides. */
    @Test
    void theApiGroupsOfTheClusterSayWhichManifest() {
        assertThat(call("install").out()).isEqualTo(Rendering.KUBERNETES_CHAINED.text(Rendering.LOCAL));
        api.define("k8s.cni.cncf.io/v1", "network-attachment-definitions", "NetworkAttachmentDefinition", true);
        assertThat(call("install").out()).isEqualTo(Rendering.KUBERNETES_NAD.text(Rendering.LOCAL));
        api.define("security.openshift.io/v1", "securitycontextconstraints", "SecurityContextConstraints", false);
        assertThat(call("install").out()).isEqualTo(Rendering.MICROSHIFT_NAD.text(Rendering.LOCAL));
        api.define("config.openshift.io/v1", "clusterversions", "ClusterVersion", false);
        assertThat(call("install").out()).isEqualTo(Rendering.OPENSHIFT_NAD.text(Rendering.LOCAL));
        assertThat(api.writes()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void whereBothAreSaidNoClusterIsAsked(Rendering rendering) {
        var called = call("install", "--platform", rendering.platform(), "--mode", rendering.mode());

        assertThat(called.code()).isEqualTo(Exit.FINE);
        assertThat(called.out()).isEqualTo(rendering.text(Rendering.LOCAL)).contains("linkerd.io/extension: multus");
        assertThat(api.requests("GET")).isEmpty();
    }

    /** A build that was not released names images that no node can pull: it used to say nothing, and pods waited with ErrImagePull. */
    @Test
    void imagesThatNoRegistryServesAreSaid() {
        var called = call("install");

        assertThat(called.code()).isEqualTo(Exit.FINE);
        assertThat(called.err().lines())
                .singleElement()
                .asString()
                .contains("localhost/linkerd-multus/", "no registry serves", "--registry HOST/PATH");
        assertThat(called.out()).doesNotContain("no registry serves");
    }

    @Test
    void aRegistryIsPutBeforeEachImageOfOurs() {
        var called = call("install", "--registry", "registry.example.com:5000/mesh");

        assertThat(called.err()).isEmpty();
        assertThat(called.out()
                        .lines()
                        .map(String::strip)
                        .filter(line -> line.startsWith("image: ") && !line.contains("cni-plugin:")))
                .hasSize(3)
                .allMatch(
                        line -> line.matches(
                                "image: registry\\.example\\.com:5000/mesh/linkerd-multus/(installer|controller|webhook):\\S+"));
        assertThat(called.out()).doesNotContain("localhost/").contains("image: cr.l5d.io/linkerd/cni-plugin:");
    }

    @Test
    void whatIsNoRegistryIsRefused() {
        for (var said :
                List.of("mesh", "https://registry.example.com/mesh", "registry.example.com/Mesh", "a.b/c\nd: e")) {
            var called = call("install", "--registry", said);
            assertThat(called.code()).as(said).isEqualTo(Exit.USAGE);
            assertThat(called.err()).contains("is no registry");
            assertThat(called.out()).isEmpty();
        }
    }

    @Test
    void whatThereIsNoManifestOfIsSaid() {
        var called = call("install", "--platform", "openshift", "--mode", "chained");

        assertThat(called.code()).isEqualTo(Exit.USAGE);
        assertThat(called.err())
                .contains(
                        "there is no manifest for openshift in mode chained",
                        "kubernetes in mode chained",
                        "the chart");
        assertThat(call("install", "--platform", "tkgi").err()).contains("--platform=tkgi");
    }

    /** kubectl apply took the objects over, and the next helm upgrade wrote over them. */
    @Test
    void aReleaseOfHelmsOrTheOperatorsIsLeftAlone() {
        api.put(WEBHOOK, "{metadata: {annotations: {'meta.helm.sh/release-name': 'linkerd-multus'}}, webhooks: []}");
        for (var command : List.of("install", "uninstall")) {
            var called = call(command);
            assertThat(called.code()).isEqualTo(Exit.USAGE);
            assertThat(called.err()).contains("is kept by Helm");
            assertThat(called.out()).isEmpty();
        }

        api.put(WEBHOOK, "{metadata: {labels: {'app.kubernetes.io/managed-by': 'linkerd-multus'}}, webhooks: []}");
        assertThat(call("uninstall").err()).contains("is kept by the operator", "LinkerdMultus");
    }

    /** No pod is refused, and the nodes are given back while the installers' rights are good. */
    @Test
    void uninstallNamesWhatIsThereInTheOrderInWhichItGoes() {
        api.put("/api/v1/namespaces/linkerd-multus", "{metadata: {labels: {'linkerd.io/extension': 'multus'}}}");
        api.put(WEBHOOK, "{webhooks: []}");
        api.put(
                DAEMON_SET,
                "{metadata: {labels: {'app.kubernetes.io/part-of': 'linkerd-multus', 'app.kubernetes.io/name': 'installer'}},"
                        + " spec: {selector: {}, template: {spec: {containers: [{name: 'x'}]}}}, status: {desiredNumberScheduled: 3, numberReady: 2}}");
        api.put("/apis/rbac.authorization.k8s.io/v1/clusterroles/linkerd-multus-owner", "{rules: []}");

        var called = call("uninstall", "--force");

        assertThat(called.code()).as(called.err()).isEqualTo(Exit.FINE);
        assertThat(kinds(called.out()))
                .containsExactly("MutatingWebhookConfiguration", "DaemonSet", "Namespace", "ClusterRole");
        assertThat(called.err()).contains("1 of 3 installers are not ready");
        assertThat(api.writes()).isEmpty();
    }

    private void meshed(String pod, String initContainer) {
        api.put(
                "/api/v1/namespaces/shop/pods/" + pod,
                "{metadata: {labels: {'linkerd.io/control-plane-ns': 'linkerd'}},"
                        + " spec: {initContainers: [{name: '%s'}], containers: [{name: 'x'}]}}"
                                .formatted(initContainer));
    }

    /** kubectl had deleted the roles before the warning was read, and no pod of that node started any more. */
    @Test
    void uninstallPrintsNothingWhileAnInstallerIsNotReady() {
        api.put(
                DAEMON_SET,
                "{metadata: {labels: {'app.kubernetes.io/part-of': 'linkerd-multus', 'app.kubernetes.io/name': 'installer'}},"
                        + " spec: {selector: {}, template: {spec: {containers: [{name: 'x'}]}}}, status: {desiredNumberScheduled: 50, numberReady: 49}}");
        meshed("web-0", "linkerd-network-validator");

        var called = call("uninstall");

        assertThat(called.code()).isEqualTo(Exit.USAGE);
        assertThat(called.out()).isEmpty();
        assertThat(called.err()).contains("1 of 50 installers are not ready", "meshed by the plugin: 1", "--force");

        api.fail("GET /apis/apps/v1/namespaces/linkerd-multus/daemonsets", Failure.status(500));
        called = call("uninstall");
        assertThat(called.out()).as(called.err()).isEmpty();
        assertThat(called.code()).isEqualTo(Exit.NO_CLUSTER);
    }

    @Test
    void uninstallSaysWhichPodsStillNeedThePlugin() {
        api.put(WEBHOOK, "{webhooks: []}");
        meshed("web-0", "linkerd-network-validator");
        meshed("web-1", "linkerd-init");

        var called = call("uninstall");

        assertThat(called.code()).isEqualTo(Exit.FINE);
        assertThat(called.err()).contains("meshed by the plugin: 1", "cniEnabled=false");
    }

    /** One list that failed was taken for none, and the manifests were printed without a word of the pods. */
    @Test
    void whereMeshedPodsCannotBeListedItIsSaid() {
        api.put(WEBHOOK, "{webhooks: []}");
        api.fail("GET /api/v1/pods", Failure.status(403));

        assertThat(call("uninstall").err()).contains("How many pods are meshed by the plugin cannot be told");

        api.heal();
        api.fail("GET /api/v1/pods", Failure.status(500));
        var called = call("uninstall");
        assertThat(called.code()).isEqualTo(Exit.NO_CLUSTER);
        assertThat(called.out()).isEmpty();
    }

    /** A kind that Helm keeps was taken for ours after one 500, and every LinkerdConfig would have gone with it. */
    @Test
    void whatCannotBeReadIsNotTakenForApplied() {
        api.put(WEBHOOK, "{webhooks: []}");
        api.fail("GET " + KIND, Failure.status(500));

        var called = call("uninstall");

        assertThat(called.code()).as(called.err()).isEqualTo(Exit.NO_CLUSTER);
        assertThat(called.out()).isEmpty();
        assertThat(called.err()).contains("who keeps CustomResourceDefinition linkerdconfigs", "try it again");

        api.heal();
        api.fail("GET " + KIND, Failure.status(403));
        called = call("uninstall");
        assertThat(called.code()).as(called.err()).isEqualTo(Exit.FINE);
        assertThat(kinds(called.out())).containsExactly("MutatingWebhookConfiguration");
        assertThat(called.err()).contains("is left out: this user has no right to see");
    }

    /** The manifest was printed, and no installer became ready. */
    @Test
    void k3sIsSentToTheChart() throws IOException {
        try (var front = new PodsInFront(api.url())) {
            front.isOf("v1.34.1+k3s1");

            var called = Called.with("install", "--api-addr", front.url());

            assertThat(called.code()).isEqualTo(Exit.USAGE);
            assertThat(called.out()).isEmpty();
            assertThat(called.err()).contains("global.platform=k3s", "k3d");
            assertThat(Called.with("install", "--platform", "kubernetes", "--api-addr", front.url())
                            .code())
                    .isEqualTo(Exit.FINE);
        }
    }

    private static List<String> kinds(String text) {
        var kinds = new ArrayList<String>();
        text.lines()
                .filter(line -> line.startsWith("kind: "))
                .forEach(line -> kinds.add(line.substring("kind: ".length())));
        return kinds;
    }

    @Test
    void whereNothingIsInstalledUninstallSaysSo() {
        var called = call("uninstall");

        assertThat(called.code()).isEqualTo(Exit.WRONG);
        assertThat(called.out()).isEmpty();
        assertThat(called.err()).contains("nothing that install prints is in this cluster");
    }
}
