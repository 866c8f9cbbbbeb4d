// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.mesh.ReleaseState;
import io.linkerd.multus.acceptance.nightly.Nightly;
import io.linkerd.multus.localcluster.PodNetwork;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Whatever is not there yet, or not any more, is waited for: said by readiness, and never cured by a restart. */
@WithMesh(cluster = 2, release = ReleaseState.OWN)
class WaitingIT {
    private static final String CRD = "network-attachment-definitions.k8s.cni.cncf.io";

    /** The kubelet is patient for two minutes with what is not alive: {@code -Dwaiting=PT5M} outlasts that. */
    private static final Duration LONG = Duration.ofSeconds(15);

    private final Mesh mesh;
    private final String namespace;

    WaitingIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("waited-for");
    }

    @Test
    @Nightly.Releases
    void aMissingKindAndWithheldRightsAreWaitedFor() throws Exception {
        mesh.release().uninstall();
        var definition = withoutHistory(mesh.objects().find("crd", "", CRD).orElseThrow());
        mesh.kubectl("delete", "crd", CRD, "--timeout=1m");
        try {
            mesh.release().begin();
            mesh.kubectl("delete", "clusterrolebinding", Release.NAME + "-webhook");
            mesh.kubectl("delete", "rolebinding", Release.NAME + "-installer", "--namespace", Release.NAME);
            for (var says : Map.of("controller", CRD, "webhook", "namespaces", "installer", "serviceaccounts/token")
                    .entrySet()) {
                mesh.untilHas(
                        says.getKey() + " says that it waits for " + says.getValue(),
                        () -> mesh.probe("/readyz", Release.NAME, says.getKey()),
                        answers -> !answers.isEmpty()
                                && answers.stream()
                                        .allMatch(answer ->
                                                answer.contains(" 503 ") && answer.contains(says.getValue())));
            }
            var pods = restarts();

            Lasting.holds("every container stays alive", LONG, () -> restarts().equals(pods) && areAlive());

            mesh.apply(definition);
            mesh.release().install();
            assertThat(restarts())
                    .isEqualTo(pods)
                    .allSatisfy((_, restarted) -> assertThat(restarted).isZero());
        } finally {
            mesh.apply(definition);
        }
        mesh.namespace(namespace, Mesh.OPTED_IN);
        mesh.deploy(namespace, "web", 1, Map.of());
    }

    @Test
    @Nightly.Load
    void anApiServerThatDoesNotAnswerRestartsNothing() throws Exception {
        mesh.release().install();
        var pods = restarts();
        var networks = new ArrayList<PodNetwork>();
        for (var pod : pods.keySet()) {
            networks.add(mesh.cluster().podNetwork(Release.NAME, pod));
        }
        try (var _ = HeldUp.apiServer(mesh.cluster())) {
            Lasting.holds(
                    "every container stays alive", LONG, () -> networks.stream().allMatch(WaitingIT::isAlive));
        }
        mesh.release().install();
        assertThat(restarts()).isEqualTo(pods);
        mesh.namespace(namespace, Mesh.OPTED_IN);
        mesh.deploy(namespace, "web", 1, Map.of());
    }

    private static boolean isAlive(PodNetwork pod) {
        try {
            return Mesh.probe("/livez", pod).contains(" 200 ");
        } catch (IOException dead) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean areAlive() throws Exception {
        for (var part : List.of("controller", "webhook", "installer")) {
            var answers = mesh.probe("/livez", Release.NAME, part);
            if (answers.isEmpty() || answers.stream().anyMatch(answer -> !answer.contains(" 200 "))) {
                return false;
            }
        }
        return true;
    }

    /** How often the containers of each of our pods were restarted. */
    private Map<String, Integer> restarts() throws Exception {
        var restarts = new TreeMap<String, Integer>();
        for (var pod : mesh.objects().list("pods", Release.NAME)) {
            restarts.put(
                    pod.at("/metadata/name").asText(),
                    pod.at("/status/containerStatuses/0/restartCount").asInt());
        }
        return restarts;
    }

    private static String withoutHistory(JsonNode object) {
        var copy = (ObjectNode) object.deepCopy();
        copy.remove("status");
        copy.withObject("/metadata").removeAll().put("name", CRD);
        return copy.toString();
    }
}
