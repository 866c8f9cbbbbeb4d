// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.acceptance.mesh.Applications;
import io.linkerd.multus.acceptance.mesh.LinkerdStandins;
import io.linkerd.multus.acceptance.mesh.MeshedPod;
import io.linkerd.multus.acceptance.nightly.Nightly;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Pods that are started while the runtime knows the cluster's network, and Multus is not there yet. */
@WithMesh
@Isolated("it measures time")
class RepairIT {
    /** The stand-in of Linkerd's validator waits for so long. */
    private static final Duration VALIDATION = Duration.ofSeconds(10);

    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final String FOLDER = "/etc/kubernetes/cni/net.d";
    private static final String REPLACED = "UnmeshedPodReplaced";

    /** What Multus delegates to, under a name that the runtime takes before Multus' own. */
    private static final String OPEN_GAP = "cp /run/multus/cni/net.d/10-ovn-kubernetes.conf " + FOLDER + "/00-gap.conf";

    private static final String CLOSE_GAP = "rm -f " + FOLDER + "/00-gap.conf";

    private final Mesh mesh;
    private final String namespace;

    RepairIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("gap");
    }

    @AfterEach
    void closeTheGap() throws Exception {
        onEachNode(CLOSE_GAP);
    }

    @Test
    void aPodThatWasStartedBeforeMultusIsReplacedAndAHealthyOneIsNot() throws Exception {
        mesh.namespace(namespace, Mesh.OPTED_IN);
        var healthy =
                uid(mesh.deploy(namespace, "healthy", 1, Map.of()).getFirst().name());

        onEachNode(OPEN_GAP);
        mesh.apply(Applications.deployment(namespace, "web", 1, Map.of()));
        var unmeshed = mesh.untilHas(
                        "the pod has a network",
                        this::web,
                        pods -> pods.size() == 1
                                && pods.getFirst().at("/status").has("podIP"))
                .getFirst();
        onEachNode(CLOSE_GAP);
        var told =
                mesh.untilHas("pod and owner have their Events", () -> events(unmeshed), events -> events.size() == 2);
        var successor = mesh.ready(namespace, "web", 1).getFirst();

        assertThat(successor.name()).isNotEqualTo(name(unmeshed));
        assertThat(mesh.redirects(successor)).isTrue();
        var evicted = time(told.getFirst(), "/lastTimestamp");
        assertThat(Duration.between(time(unmeshed, "/metadata/creationTimestamp"), evicted))
                .isLessThan(VALIDATION.plus(SOON));
        assertThat(Duration.between(evicted, readySince(successor))).isLessThan(SOON);
        assertThat(told)
                .extracting(event -> event.at("/involvedObject/kind").asText())
                .containsExactlyInAnyOrder("Pod", "ReplicaSet");
        assertThat(told).anyMatch(event -> event.path("message").asText().contains("linkerd-multus evicted it"));
        assertThat(uid(mesh.ready(namespace, "healthy", 1).getFirst().name())).isEqualTo(healthy);
        assertThat(mesh.controllerMetric("linkerd_multus_controller_repairs_total{outcome=\"evicted\"}"))
                .isPositive();
    }

    /** As in a sandbox with a network stack of its own: one of an owner was evicted each minute, without end. */
    @Test
    @Nightly.Load
    void aPodWhoseSuccessorsEndAlikeIsReplacedAfterLongerAndLongerPauses() throws Exception {
        mesh.namespace(namespace, Mesh.OPTED_IN);
        mesh.apply(deafDeployment());

        var told = mesh.untilHas(
                        "a second one is evicted",
                        this::ownersEvents,
                        events -> events.stream()
                                .anyMatch(event -> event.path("count").asInt() == 2),
                        LONG)
                .getFirst();

        assertThat(Duration.between(time(told, "/firstTimestamp"), time(told, "/lastTimestamp")))
                .isGreaterThan(Duration.ofSeconds(115));
        assertThat(told.path("message").asText()).contains(" on node ", "ended with 95");
    }

    /** Its validator listens where the rules lead nothing to. */
    private String deafDeployment() {
        return """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: deaf, namespace: %1$s}
                spec:
                  replicas: 1
                  selector: {matchLabels: {app: deaf}}
                  template:
                    metadata:
                      labels: {app: deaf, linkerd.io/control-plane-ns: linkerd}
                    spec:
                      securityContext: {runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}}
                      initContainers:
                      - name: linkerd-network-validator
                        image: %2$s
                        imagePullPolicy: IfNotPresent
                        command: [/standins, network-validator]
                        args: [--connect-addr, "198.19.255.254:20001", --listen-addr, "0.0.0.0:4999", --timeout, 1s]
                        securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
                      containers:
                      - name: linkerd-proxy
                        image: %2$s
                        imagePullPolicy: IfNotPresent
                        command: [/standins, app, serve]
                        securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
                """.formatted(namespace, LinkerdStandins.IMAGE);
    }

    private List<JsonNode> ownersEvents() throws Exception {
        return mesh.objects().events(namespace, REPLACED).stream()
                .filter(event -> event.at("/involvedObject/kind").asText().equals("ReplicaSet"))
                .toList();
    }

    private List<JsonNode> web() throws Exception {
        return mesh.objects().labelled("pods", namespace, "app=web");
    }

    /** Those about the pod, and about its owner. */
    private List<JsonNode> events(JsonNode pod) throws Exception {
        var owner = pod.at("/metadata/ownerReferences/0/name").asText();
        return mesh.objects().events(namespace, REPLACED).stream()
                .filter(event -> Set.of(name(pod), owner)
                        .contains(event.at("/involvedObject/name").asText()))
                .toList();
    }

    private Instant readySince(MeshedPod pod) throws Exception {
        var conditions =
                mesh.objects().find("pod", namespace, pod.name()).orElseThrow().at("/status/conditions");
        return StreamSupport.stream(conditions.spliterator(), false)
                .filter(condition -> condition.path("type").asText().equals("Ready"))
                .map(condition -> time(condition, "/lastTransitionTime"))
                .findFirst()
                .orElseThrow();
    }

    private String uid(String pod) throws Exception {
        return mesh.objects()
                .find("pod", namespace, pod)
                .orElseThrow()
                .at("/metadata/uid")
                .asText();
    }

    private static Instant time(JsonNode object, String pointer) {
        return Instant.parse(object.at(pointer).asText());
    }

    private static String name(JsonNode object) {
        return object.at("/metadata/name").asText();
    }

    private void onEachNode(String script) throws Exception {
        for (var node : mesh.cluster().nodes()) {
            node.run(DEADLINE, List.of("sh", "-c", script));
        }
    }
}
