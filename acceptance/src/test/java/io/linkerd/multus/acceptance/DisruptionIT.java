// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.acceptance.mesh.Applications;
import io.linkerd.multus.acceptance.mesh.MeshedPod;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.nightly.Nightly;
import io.linkerd.multus.localcluster.processes.PodProcesses;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * While something of the cluster is taken away, Deployments are made as ever, and nobody has to help. What counts are their pods: a
 * connection that breaks is a refusal, which the ReplicaSet tries again. Rollouts are in {@link RolloutIT}, where not even that may be.
 */
@WithMesh(cluster = 2)
class DisruptionIT {
    private static final String WEBHOOK = "app.kubernetes.io/name=webhook";
    private static final int REPLICAS = 3;
    private static final int KILLS = 3;
    private static final Duration DRAIN = Duration.ofMinutes(4);

    /**
     * Long enough for what is asked meanwhile to fail. A watch is given up after a minute at most, when a ping was not answered:
     * {@code -Doutage=PT10M}, a bad day, has that too.
     */
    private static final Duration OUTAGE = Duration.parse(System.getProperty("outage", "PT15S"));

    private static final String INJECTOR = "mutatingwebhookconfiguration/linkerd-proxy-injector-webhook-config";

    private final Mesh mesh;
    private final String namespace;
    private String policyBefore = "";

    DisruptionIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("disrupted");
    }

    /** As Linkerd has it with {@code ha}: with {@code Ignore}, a busy API server that gives up on the injector lets a pod in without a proxy. */
    @BeforeEach
    void optIn() throws Exception {
        policyBefore = mesh.kubectl("get", INJECTOR, "--output=jsonpath={.webhooks[0].failurePolicy}")
                .strip();
        injectorsFailurePolicy("Fail");
        mesh.namespace(namespace, Mesh.OPTED_IN);
    }

    @AfterEach
    void leaveTheInjectorAsItWas() throws Exception {
        injectorsFailurePolicy(policyBefore);
    }

    private void injectorsFailurePolicy(String policy) throws Exception {
        mesh.kubectl(
                "patch",
                INJECTOR,
                "--type=json",
                "--patch=[{\"op\":\"replace\",\"path\":\"/webhooks/0/failurePolicy\",\"value\":\"" + policy + "\"}]");
    }

    @Test
    void everyPodComesUpWhileANodeIsDrained() throws Exception {
        var node = replicas().getFirst().at("/spec/nodeName").asText();
        mesh.kubectl("cordon", node);
        try {
            mesh.standins().replaceInjector();
            Meanwhile.during(() -> drain(node), turn -> {
                // Made as soon as a replica has to go: where nobody takes its place within minutes, that shows at these
                // pods.
                mesh.until("the replica leaves", () -> replicas().stream().noneMatch(pod -> isOn(node, pod)), DRAIN);
                deploy(turn);
            });
        } finally {
            mesh.kubectl("uncordon", node);
        }
    }

    @Test
    void everyPodComesUpWhileReplicasAreKilled() throws Exception {
        Meanwhile.during(this::killReplicas, this::deploy);
    }

    @Test
    @Nightly.Load
    void everyPodThatWasAskedForComesUpAfterTheApiServerWasAway() throws Exception {
        mesh.apply(Applications.deployment(namespace, "before", REPLICAS, Map.of()));
        mesh.untilHas("its first pod is made", () -> pods("before"), pods -> !pods.isEmpty());
        try (var _ = HeldUp.apiServer(mesh.cluster())) {
            var end = System.nanoTime() + OUTAGE.toNanos();
            await("the outage is over").atMost(OUTAGE.multipliedBy(2)).until(() -> System.nanoTime() - end > 0);
        }
        mesh.apply(Applications.deployment(namespace, "after", REPLICAS, Map.of()));

        assertMeshed("before");
        assertMeshed("after");
    }

    private void drain(String node) throws Exception {
        mesh.kubectl(
                "drain",
                node,
                "--ignore-daemonsets",
                "--delete-emptydir-data",
                "--force",
                "--timeout=" + DRAIN.toSeconds() + "s");
        mesh.untilHas(
                "every replica is ready elsewhere",
                this::replicas,
                all -> all.stream().noneMatch(pod -> isOn(node, pod) || !isReady(pod)));
    }

    private void killReplicas() throws Exception {
        for (int kill = 0; kill < KILLS; kill++) {
            var all = replicas();
            var victim = all.get(kill % all.size());
            for (long process : PodProcesses.of(victim.at("/metadata/uid").asText(), Release.PACKAGE)) {
                ProcessHandle.of(process).ifPresent(ProcessHandle::destroyForcibly);
            }
            mesh.untilHas(
                    "the replica was started again",
                    this::replicas,
                    now -> now.stream()
                            .anyMatch(pod -> pod.at("/metadata/uid").equals(victim.at("/metadata/uid"))
                                    && starts(pod) > starts(victim)
                                    && isReady(pod)));
        }
    }

    /** One Deployment after the other. */
    private void deploy(int turn) throws Exception {
        var name = "web-" + turn;
        mesh.apply(Applications.deployment(namespace, name, REPLICAS, Map.of()));
        assertMeshed(name);
        mesh.kubectl("delete", "deployment", name, "--namespace", namespace, "--wait=false");
    }

    private void assertMeshed(String deployment) throws Exception {
        mesh.untilHas(
                REPLICAS + " pods of " + deployment + " are ready with their rules",
                () -> look(deployment),
                Look::isMeshed);
        assertThat(mesh.failedContainers(namespace))
                .as("containers that failed before they ran")
                .isEmpty();
    }

    private Look look(String deployment) throws Exception {
        var pods = pods(deployment);
        var redirected = new ArrayList<String>();
        for (var pod : pods) {
            if (pod.ready() && redirects(pod)) {
                redirected.add(pod.name());
            }
        }
        return new Look(pods, redirected, pods.size() < REPLICAS ? mesh.events(namespace, "FailedCreate") : List.of());
    }

    /** One that is evicted just now has no rules any more, and another one in its place. */
    private boolean redirects(MeshedPod pod) throws InterruptedException {
        try {
            return mesh.redirects(pod);
        } catch (IOException gone) {
            return false;
        }
    }

    /**
     * What there is of a Deployment.
     *
     * @param redirected the ready ones whose traffic goes to their proxies
     * @param refusals why pods are missing, where some are
     */
    private record Look(List<MeshedPod> pods, List<String> redirected, List<String> refusals) {
        boolean isMeshed() {
            return pods.size() == REPLICAS && redirected.size() == REPLICAS;
        }
    }

    private List<MeshedPod> pods(String app) throws Exception {
        return mesh.objects().pods(namespace, "app=" + app);
    }

    private List<JsonNode> replicas() throws Exception {
        return mesh.objects().labelled("pods", Release.NAME, WEBHOOK).stream()
                .filter(pod -> pod.at("/metadata/deletionTimestamp").isMissingNode())
                .toList();
    }

    private static boolean isOn(String node, JsonNode pod) {
        return pod.at("/spec/nodeName").asText().equals(node);
    }

    private static boolean isReady(JsonNode pod) {
        return pod.at("/status/containerStatuses/0/ready").asBoolean();
    }

    private static int starts(JsonNode pod) {
        return pod.at("/status/containerStatuses/0/restartCount").asInt();
    }
}
