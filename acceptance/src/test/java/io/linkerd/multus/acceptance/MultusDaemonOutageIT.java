// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.acceptance.mesh.Applications;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.nightly.Nightly;
import io.linkerd.multus.localcluster.plan.Profile;
import io.linkerd.multus.localcluster.supervisor.RunningNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of pods' networks while something that our Multus needs is away, and when it goes itself. */
@WithMesh(profile = Profile.PLAIN_WITH_OUR_MULTUS)
class MultusDaemonOutageIT extends Attached {
    private static final Duration DEADLINE = Duration.ofMinutes(1);
    private static final Duration OUTAGE = Duration.ofMinutes(1);
    private static final String RUNTIMES_CONFIG = "/etc/cni/net.d/00-multus.conf";

    /** What the container runtime calls for a pod that the daemon has not heard of; prints the answer, which is an error. */
    private static final String ADD_OF_A_STRANGER = """
            ip netns add stranger
            CNI_COMMAND=ADD CNI_CONTAINERID=stranger CNI_NETNS=/run/netns/stranger CNI_IFNAME=eth0 CNI_PATH=/opt/cni/bin \
              CNI_ARGS='IgnoreUnknown=1;K8S_POD_NAMESPACE=default;K8S_POD_NAME=stranger;K8S_POD_INFRA_CONTAINER_ID=stranger;K8S_POD_UID=1' \
              /opt/cni/bin/multus-shim </etc/cni/net.d/00-multus.conf || :
            ip netns delete stranger
            """;

    MultusDaemonOutageIT(Mesh mesh) {
        super(mesh, "outage");
    }

    /** The sandbox of a running pod is killed: the kubelet, which knows the pod, has it removed and made anew. */
    @Test
    @Nightly.Load
    void podsLoseTheirNetworksAndGetNewOnesOnceTheApiServerIsBack() throws Exception {
        pods.make("running", "lan");
        var running = pods.ready("running");
        var sandbox = pods.sandbox("running");
        var begin = System.nanoTime();
        try (var _ = HeldUp.apiServer(mesh.cluster())) {
            assertThat(node().run(DEADLINE.multipliedBy(2), List.of("sh", "-c", ADD_OF_A_STRANGER)))
                    .containsPattern("\"code\": *11\\b");
            onNode("ctr --namespace k8s.io tasks kill --signal KILL " + sandbox);
            mesh.untilHas("its networks are gone", () -> NodeTraces.of(node(), sandbox), List::isEmpty);
            await("the outage is over")
                    .atMost(OUTAGE.multipliedBy(2))
                    .until(() -> System.nanoTime() - begin > OUTAGE.toNanos());
        }

        pods.readyAgain(running);
        mesh.until("it has its networks", () -> pods.has("running", "lan", "net1"));
        pods.deleteAll();
    }

    /** What Multus remembers lies on the disk, and speaks of network namespaces that went with the power: of a pod, too, that never comes again. */
    @Test
    @Nightly.Nodes
    void podsOfANodeThatLostItsPowerHaveTheirNetworksAgainAndNothingIsLeftOfOthers() throws Exception {
        for (var name : List.of("stays", "goes")) {
            pods.make(name, "lan");
        }
        var stays = pods.ready("stays");
        pods.ready("goes");
        var sandboxes = List.of(pods.sandbox("stays"), pods.sandbox("goes"));

        node().cutPower();
        mesh.kubectl("delete", "pod", "goes", "--namespace", namespace, "--force", "--grace-period=0");

        pods.readyAgain(stays);
        mesh.until("it has its networks", () -> pods.has("stays", "lan", "net1"));
        for (var sandbox : sandboxes) {
            mesh.untilHas("nothing is left of before", () -> NodeTraces.of(node(), sandbox), List::isEmpty);
        }
        pods.deleteAll();
    }

    @Test
    void anUninstallGivesThePrimaryNetworkBack() throws Exception {
        pods.make("before", "lan");
        pods.ready("before");
        assertThat(onNode("cat " + RUNTIMES_CONFIG)).contains("\"multus-shim\"");

        mesh.release().uninstall();

        assertThat(CniFolders.of(mesh.cluster()).without("multus-shim").files())
                .isEqualTo(mesh.untouched().files());
        assertThat(onNode("ls /etc/cni/net.d /opt/cni/bin"))
                .as("the shim stays: runtimes that remember a pod's ADD call it for the DEL")
                .doesNotContain("00-multus.conf")
                .contains("multus-shim");
        mesh.apply(Applications.pod(namespace, "after"));
        mesh.ready(namespace, "after", 1);
        assertThat(mesh.kubectl("get", "pods", "--namespace", Release.NAME, "--output=name"))
                .isBlank();
        mesh.kubectl("delete", "pods", "--all", "--namespace", namespace, "--timeout=2m");
    }

    private RunningNode node() {
        return mesh.cluster().nodes().getFirst();
    }

    private String onNode(String script) throws Exception {
        return node().run(DEADLINE, List.of("sh", "-c", script));
    }
}
