// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.LinkerdStandins;
import io.linkerd.multus.acceptance.mesh.ReleaseState;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.localcluster.addons.Manifests;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.plan.Profile;
import io.linkerd.multus.localcluster.programs.Cache;
import io.linkerd.multus.localcluster.programs.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In the DaemonSet of Linkerd's own CNI chart only the image is another. */
@WithMesh(profile = Profile.PLAIN_WITHOUT_MULTUS, release = ReleaseState.NONE)
class DropInIT {
    private static final String LINKERD_CNI = "linkerd-cni";
    private static final String LIST = "/etc/cni/net.d/10-cluster.conflist";
    private static final String KUBECONFIG = "/etc/cni/net.d/ZZZ-linkerd-cni-kubeconfig";
    private static final long LINKERDS_PROXY = 2102;
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private static final String DAEMON_SET =
            Manifests.read("/linkerd/cni-daemonset.yaml", Map.of("INSTALLER_IMAGE", DerivedImage.REFERENCE));

    private final Mesh mesh;
    private final String namespace;

    @TempDir
    private Path folder;

    DropInIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("dropin");
    }

    @BeforeEach
    void putOurImageIntoTheirDaemonSet() throws Exception {
        var plugin =
                LinkerdStandins.program(LocalClusterExtension.project(), Cache.of(System.getenv()), Progress.silent());
        mesh.cluster()
                .load(List.of(DerivedImage.write(
                        mesh.release().image(Service.INSTALLER), Map.of(LINKERD_CNI, plugin), folder)));
        mesh.apply(DAEMON_SET);
        awaitChained();
    }

    @AfterEach
    void remove() throws Exception {
        mesh.cluster().kubectl().attempt(DAEMON_SET, "delete", "--ignore-not-found", "--cascade=foreground", "-f", "-");
    }

    @Test
    void aMeshedPodHasItsRules() throws Exception {
        mesh.namespace(namespace, Mesh.INJECTED_ONLY);
        var client = mesh.deploy(namespace, "client", 1, Map.of()).getFirst();
        var web = mesh.deploy(namespace, "web", 1, Map.of()).getFirst();

        for (var pod : List.of(client, web)) {
            assertThat(mesh.rules(pod).exempt(LINKERDS_PROXY))
                    .as("rules of %s: %s", pod, mesh.rules(pod))
                    .isTrue();
        }
        assertThat(mesh.request(client, web).countedByBoth()).isTrue();
        assertThat(onNode("stat", "-c", "%a", KUBECONFIG)).isEqualToIgnoringNewLines("600");
    }

    /** Their chart's hook calls a shell that our image has not; the kubelet says so, and goes on with SIGTERM. */
    @Test
    void removalLeavesEveryByteAsItWasThoughTheHookOfTheChartCannotRun() throws Exception {
        mesh.kubectl("delete", "daemonset", LINKERD_CNI, "--namespace", LINKERD_CNI, "--cascade=foreground");

        assertThat(CniFolders.of(mesh.cluster()).byNode())
                .isEqualTo(mesh.untouched().byNode());
        mesh.untilHas(
                "the hook has failed",
                () -> mesh.events(LINKERD_CNI, "FailedPreStopHook"),
                failures -> !failures.isEmpty());
    }

    /** As theirs does, it takes the plugin off the node on its way out; the next one brings it again. */
    @Test
    void aPodAfterARolloutHasItsRules() throws Exception {
        mesh.namespace(namespace, Mesh.INJECTED_ONLY);

        mesh.kubectl("rollout", "restart", "--namespace", LINKERD_CNI, "daemonset/" + LINKERD_CNI);
        rollOut();
        awaitChained();

        assertThat(mesh.rules(mesh.deploy(namespace, "web", 1, Map.of()).getFirst())
                        .exempt(LINKERDS_PROXY))
                .isTrue();
    }

    /** Its token ended with the last pod, and every other pod waits for the next installer: so that one uses the network of the host. */
    @Test
    void everyPodOfARolloutHasItsRulesWhereThePluginStays() throws Exception {
        mesh.namespace(namespace, Mesh.INJECTED_ONLY);
        change("stay", true);

        mesh.kubectl("rollout", "restart", "--namespace", LINKERD_CNI, "daemonset/" + LINKERD_CNI);
        var pods = mesh.deploy(namespace, "web", 8, Map.of());
        rollOut();

        for (var pod : pods) {
            assertThat(mesh.rules(pod).exempt(LINKERDS_PROXY))
                    .as("rules of %s", pod)
                    .isTrue();
        }
        change("auto", true); // whose end gives the node back
    }

    /** The next installer asks for a network, and is refused by the plugin that the last one has left. */
    @Test
    void anInstallerThatThePluginKeepsOutComesInByTheNetworkOfTheHost() throws Exception {
        change("stay", false);
        var token = onNode("sed", "-n", "s/^ *token: //p", KUBECONFIG).strip();
        mesh.kubectl("delete", "daemonset", LINKERD_CNI, "--namespace", LINKERD_CNI, "--cascade=foreground");
        mesh.until("the token on the node has ended", () -> !isGood(token)); // an API server remembers it for seconds

        mesh.apply(DAEMON_SET);
        mesh.untilHas(
                "the next installer is refused its network",
                () -> mesh.events(LINKERD_CNI, "FailedCreatePodSandBox"),
                refusals -> refusals.stream().anyMatch(refusal -> refusal.contains("Unauthorized")));

        change("auto", true);
    }

    private boolean isGood(String token) throws Exception {
        var review = mesh.cluster()
                .kubectl()
                .attempt("""
                apiVersion: authentication.k8s.io/v1
                kind: TokenReview
                spec: {token: %s}
                """.formatted(token), "create", "-f", "-", "-o", "jsonpath={.status.authenticated}");
        assertThat(review.errors()).isEmpty();
        return review.output().equals("true");
    }

    private void awaitChained() {
        mesh.until("the list has the plugin", () -> onNode("cat", LIST).contains("\"linkerd-cni\""));
    }

    private String onNode(String... command) throws Exception {
        return mesh.cluster().nodes().getFirst().run(DEADLINE, List.of(command));
    }

    private void rollOut() throws Exception {
        mesh.kubectl("rollout", "status", "--namespace", LINKERD_CNI, "daemonset/" + LINKERD_CNI, "--timeout=2m");
    }

    /** Returns when an installer that was told so has put its own token on the node. */
    private void change(String onStop, boolean hostNetwork) throws Exception {
        var before = onNode("cat", KUBECONFIG);
        mesh.kubectl("patch", "--namespace", LINKERD_CNI, "daemonset/" + LINKERD_CNI, "--patch", """
                spec: {template: {spec: {hostNetwork: %s, containers: [
                  {name: install-cni, env: [{name: LINKERD_MULTUS_ON_STOP, value: %s}]}]}}}
                """.formatted(
                        hostNetwork, onStop));
        rollOut();
        mesh.until("the kubeconfig is the next installer's", () -> {
            var now = onNode("sh", "-c", "cat " + KUBECONFIG + " || true");
            return !now.isBlank() && !now.equals(before);
        });
        awaitChained();
    }
}
