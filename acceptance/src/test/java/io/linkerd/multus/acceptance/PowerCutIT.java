// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.acceptance.mesh.ClusterObjects;
import io.linkerd.multus.acceptance.mesh.MeshedPod;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.nightly.Nightly;
import io.linkerd.multus.localcluster.supervisor.RunningNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A node that comes up again has its disk, and nothing in {@code /run}: neither sockets nor networks nor locks. */
@WithMesh
class PowerCutIT {
    private static final String PRIMARY_NETWORK = "/run/multus/cni/net.d/10-ovn-kubernetes.conf";
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final Mesh mesh;
    private final String namespace;

    PowerCutIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("dark");
    }

    @Test
    void aNodeThatLostItsPowerHasItsFilesAgain() throws Exception {
        var node = mesh.cluster().nodes().getLast();
        var before = CniFolders.of(mesh.cluster());
        assertThat(before).isNotEqualTo(mesh.untouched());
        mesh.awaitTidy();
        var all = on(node, ClusterObjects.EVERYWHERE, "");
        assertThat(all).isNotEmpty();

        cutPowerOf(node);

        awaitNewStarts(all);
        mesh.untilHas(
                "the node is as before",
                () -> CniFolders.of(mesh.cluster()).byNode(),
                now -> now.equals(before.byNode()));
    }

    @Test
    @Nightly.Nodes
    void everyPodOfANodeThatLostItsPowerIsMeshedAgain() throws Exception {
        mesh.namespace(namespace, Mesh.OPTED_IN);
        mesh.deploy(namespace, "web", 4, Map.of());
        var node = mesh.cluster().nodes().getLast();
        var before = CniFolders.of(mesh.cluster());
        assertThat(before).isNotEqualTo(mesh.untouched());
        var ours = on(node, Release.NAME, "app.kubernetes.io/name=installer");
        var web = on(node, namespace, "app=web");
        assertThat(web).isNotEmpty();

        cutPowerOf(node);

        awaitNewStarts(ours);
        awaitNewStarts(web);
        for (var pod : mesh.ready(namespace, "web", 4)) {
            assertThat(exempts(pod)).as("rules of %s", pod).isTrue();
        }
        assertThat(exempts(mesh.deploy(namespace, "after", 1, Map.of()).getFirst()))
                .isTrue();
        mesh.untilHas(
                "the node is as before",
                () -> CniFolders.of(mesh.cluster()).byNode(),
                now -> now.equals(before.byNode()));
    }

    /** The cluster's own network writes its file when it starts, which is in {@code /run}. */
    private static void cutPowerOf(RunningNode node) throws Exception {
        var network = node.run(DEADLINE, List.of("cat", PRIMARY_NETWORK));
        node.cutPower();
        assertThat(node.run(DEADLINE, List.of("ls", "/run"))).doesNotContain("multus");
        node.run(
                DEADLINE,
                List.of(
                        "sh",
                        "-c",
                        "mkdir -p $(dirname \"$1\"); printf %s \"$2\" >\"$1\"",
                        "sh",
                        PRIMARY_NETWORK,
                        network));
    }

    private boolean exempts(MeshedPod pod) throws Exception {
        return mesh.redirects(pod);
    }

    /** What runs there to stay; a pod that is being deleted never comes again. */
    private List<JsonNode> on(RunningNode node, String namespace, String selector) throws Exception {
        return mesh.objects().labelled("pods", namespace, selector).stream()
                .filter(pod -> pod.at("/spec/nodeName").asText().equals(node.name()))
                .filter(pod -> pod.at("/metadata/deletionTimestamp").isMissingNode())
                .toList();
    }

    private void awaitNewStarts(List<JsonNode> pods) {
        mesh.untilHas("every pod of the node runs again", () -> notStartedAgain(pods), List::isEmpty);
    }

    /** Names the pods of which a container has not been started once more than it had been, or is not ready. */
    private List<String> notStartedAgain(List<JsonNode> pods) throws Exception {
        var waiting = new ArrayList<String>();
        for (var pod : pods) {
            var namespace = pod.at("/metadata/namespace").asText();
            var name = pod.at("/metadata/name").asText();
            var now = mesh.objects().find("pod", namespace, name);
            if (now.isEmpty() || !isAnother(pod.at("/status/containerStatuses"), now.get())) {
                waiting.add(namespace + "/" + name
                        + now.map(it -> ": " + it.path("status")).orElse(" is gone"));
            }
        }
        return waiting;
    }

    private static boolean isAnother(JsonNode before, JsonNode now) {
        var containers = now.at("/status/containerStatuses");
        for (var i = 0; i < before.size(); i++) {
            var container = containers.path(i);
            if (!container.path("ready").asBoolean()
                    || container.path("containerID").equals(before.path(i).path("containerID"))) {
                return false;
            }
        }
        return true;
    }
}
