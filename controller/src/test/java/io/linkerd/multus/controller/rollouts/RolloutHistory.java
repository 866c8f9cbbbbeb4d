// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.service.fakeapi.Failure;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One generated history: two leaders whose watches lag, each killed before any of its writes, answers that are lost, new changes, pods that do not
 * get ready, people who edit. After each look it is checked what the look did.
 */
final class RolloutHistory implements AutoCloseable {
    private static final int AT_ONCE = 2;
    private static final int STEPS = 60;
    private static final int ROUNDS_TO_THE_END = 70;

    private final RolloutCluster cluster = RolloutCluster.withRights();
    private final Random random;
    private final List<Leader> leaders;
    private final Set<String> restarts = new HashSet<>();
    private String mode = "Auto";

    RolloutHistory(long seed) {
        this.random = new Random(seed);
        asked();
        for (var name : List.of("a", "b", "c")) {
            cluster.workloads().deployment("ns" + random.nextInt(2), name, RolloutCluster.AUTO);
        }
        cluster.workloads().deployment("ns0", "silent", "{}");
        cluster.workloads().onDelete("ns1", "d");
        leaders = List.of(new Leader(cluster), new Leader(cluster, Duration.ofHours(random.nextInt(3))));
    }

    void run() {
        for (int step = 0; step < STEPS; step++) {
            var leader = leaders.get(random.nextInt(leaders.size()));
            switch (random.nextInt(6)) {
                case 0 -> leader.source().hear();
                case 1 -> checked(() -> leader.lookAndDie(random.nextInt(6)));
                case 2, 3 -> untilAgreed(leader);
                default -> happen();
            }
        }
        end();
    }

    private void untilAgreed(Leader leader) {
        for (int look = 0; look < 10; look++) {
            checked(leader::lookAsItWas);
            cluster.clock().pass(Duration.ofSeconds(15));
        }
    }

    private void happen() {
        var workloads = cluster.workloads().all();
        var one = workloads.get(random.nextInt(workloads.size()));
        switch (random.nextInt(14)) {
            case 0 -> change();
            case 1 -> cluster.workloads().mend();
            case 2 -> {
                mode = mode.equals("Auto") ? "Off" : "Auto";
                asked();
            }
            case 3 -> label(one, random.nextBoolean() ? "auto" : "disabled");
            case 4 -> cluster.api().edit(path(one), "{metadata: {labels: {other: 'l" + random.nextInt() + "'}}}");
            case 5 -> recreate(one);
            case 6 -> cluster.api().fail("PATCH /apis/apps", new Failure.LostAnswer(), 1);
            default -> pass();
        }
    }

    private void change() {
        cluster.workloads().newChange();
        if (random.nextInt(3) == 0) {
            cluster.workloads().spoil();
        }
    }

    private void pass() {
        cluster.clock().pass(Duration.ofSeconds(20));
        cluster.workloads().step();
    }

    private void recreate(JsonNode one) {
        cluster.api().remove(path(one));
        var again = (ObjectNode) one.deepCopy();
        again.remove("status");
        ((ObjectNode) again.path("metadata")).retain("name", "namespace", "labels");
        cluster.api().put(path(one), again.toString());
    }

    private void label(JsonNode one, String value) {
        if (!one.at("/metadata/name").asText().equals("silent")) {
            cluster.api().edit(path(one), "{metadata: {labels: {'config.linkerd.io/reconcile': '" + value + "'}}}");
        }
    }

    private void asked() {
        cluster.rollouts("{mode: '" + mode + "', atOnce: " + AT_ONCE + ", perNamespace: 1}");
    }

    private static String path(JsonNode one) {
        return SimulatedWorkloads.path(
                one.path("kind").asText().equals("Deployment") ? "deployments" : "statefulsets",
                one.at("/metadata/namespace").asText(),
                one.at("/metadata/name").asText());
    }

    /** Checks what the look has done to the cluster. */
    private void checked(Runnable look) {
        var before = byUid();
        var pods = pods();
        look.run();
        byUid().forEach((uid, now) -> unchangedButForAnnotations(Objects.requireNonNull(before.get(uid)), now));
        cluster.workloads().all().forEach(now -> restarted(Objects.requireNonNull(before.get(uid(now))), now));
        evicted(pods);
        var atHand = cluster.rollout().path("atHand");
        assertThat(atHand.size()).isLessThanOrEqualTo(AT_ONCE);
        assertThat(atHand.valueStream().map(one -> one.path("namespace").asText()))
                .doesNotHaveDuplicates();
    }

    private Map<String, JsonNode> byUid() {
        return cluster.workloads().all().stream().collect(Collectors.toMap(RolloutHistory::uid, one -> one));
    }

    private static String uid(JsonNode one) {
        return one.at("/metadata/uid").asText();
    }

    private void restarted(JsonNode before, JsonNode now) {
        var mark = SimulatedWorkloads.mark(now.at("/spec/template"));
        if (mark.equals(SimulatedWorkloads.mark(before.at("/spec/template")))) {
            return;
        }
        assertThat(mode).as("restarted while off").isEqualTo("Auto");
        assertThat(now.at("/metadata/labels")
                        .path("config.linkerd.io/reconcile")
                        .asText())
                .as("restarted without an opt-in")
                .isEqualTo("auto");
        assertThat(restarts.add(uid(now) + mark.replaceFirst("\\..*", "")))
                .as("restarted twice for one change")
                .isTrue();
        assertThat(cluster.rollout()
                        .path("atHand")
                        .valueStream()
                        .map(one -> one.path("uid").asText()))
                .as("at hand while it is restarted")
                .contains(uid(now));
    }

    private static void unchangedButForAnnotations(JsonNode before, JsonNode now) {
        assertThat(withoutMarks(now)).isEqualTo(withoutMarks(before));
    }

    private static JsonNode withoutMarks(JsonNode workload) {
        var copy = (ObjectNode) workload.deepCopy();
        ((ObjectNode) copy.path("metadata")).remove(List.of("generation", "resourceVersion", "managedFields"));
        ((ObjectNode) copy.at("/spec/template/metadata/annotations"))
                .remove(List.of(SimulatedWorkloads.MARK, "kubectl.kubernetes.io/restartedAt"));
        return copy;
    }

    private Map<String, List<JsonNode>> pods() {
        var pods = new HashMap<String, List<JsonNode>>();
        cluster.workloads()
                .all()
                .forEach(one -> pods.put(uid(one), cluster.workloads().pods(one)));
        return pods;
    }

    /** One pod of a workload at a time, and none that has what its template says. */
    private void evicted(Map<String, List<JsonNode>> before) {
        for (var one : cluster.workloads().all()) {
            var left = cluster.workloads().pods(one).stream()
                    .map(RolloutHistory::uid)
                    .toList();
            var gone = before.getOrDefault(uid(one), List.of()).stream()
                    .filter(pod -> !left.contains(uid(pod)))
                    .toList();
            assertThat(gone).as("evicted at once").hasSizeLessThanOrEqualTo(1);
            if (!gone.isEmpty()) {
                assertThat(SimulatedWorkloads.mark(gone.getFirst()))
                        .as("evicted twice for one change")
                        .isNotEqualTo(SimulatedWorkloads.mark(one.at("/spec/template")));
                assertThat(SimulatedWorkloads.isReady(gone.getFirst()))
                        .as("a ready pod goes while another is not")
                        .isEqualTo(before.getOrDefault(uid(one), List.of()).stream()
                                .allMatch(SimulatedWorkloads::isReady));
            }
        }
    }

    private void end() {
        cluster.api().heal();
        cluster.workloads().mend();
        cluster.workloads().newChange();
        cluster.workloads().settle();
        mode = "Auto";
        asked();
        try (var last = new Leader(cluster)) {
            for (int round = 0; round < ROUNDS_TO_THE_END; round++) {
                checked(last::look);
                pass();
            }
            for (var one : cluster.workloads().all()) {
                if (one.at("/metadata/labels")
                        .path("config.linkerd.io/reconcile")
                        .asText()
                        .equals("auto")) {
                    assertThat(cluster.workloads().pods(one))
                            .as(one.at("/metadata/name").asText())
                            .hasSize(SimulatedWorkloads.REPLICAS)
                            .allMatch(pod -> SimulatedWorkloads.changeOf(pod)
                                    == cluster.workloads().change());
                }
            }
            assertThat(cluster.rollout().has("atHand")).isFalse();
            cluster.api().forgetRequests();
            last.look();
            assertThat(cluster.api().writes()).as("in quiet").isEmpty();
        }
    }

    @Override
    public void close() {
        leaders.forEach(Leader::close);
        cluster.close();
    }
}
