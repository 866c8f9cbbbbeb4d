// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** An operator and its other duties, from one leader to the next. */
class OperatedControllerIT extends Operated {
    private void awaitSummary(String summary) {
        await("summary of namespaces")
                .atMost(FakeCluster.SOON)
                .untilAsserted(() ->
                        assertThat(status().at("/namespaces/summary").asText()).isEqualTo(summary));
    }

    private List<String> accepted() {
        return status().at("/accepted/spec/excludedNamespaces")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
    }

    /** It used to follow the bad spec: namespaces that were left alone were attached by a spec of which nothing else was carried out. */
    @Test
    void aNewLeaderBesideABadSpecKeepsTheAcceptedSettings() {
        cluster.api().put(MULTUS, "{spec: {excludedNamespaces: ['shop']}}");
        start();
        awaitAttached("books");
        assertThat(status().at("/accepted/generation").asLong()).isEqualTo(1);
        assertThat(accepted()).containsExactly("shop");

        cluster.api().edit(MULTUS, "{spec: {mode: 'auxiliary', excludedNamespaces: []}}");
        awaitDegraded("SpecInvalid");
        stop();
        cluster.api().remove(FakeCluster.attachment("books"));
        start();

        awaitAttached("books");
        awaitSummary("1/1");
        assertThat(isAttached("shop")).isFalse();
        assertThat(status().at("/accepted/generation").asLong()).isEqualTo(1);

        cluster.api().edit(MULTUS, "{spec: {mode: 'nad', excludedNamespaces: []}}");
        awaitAttached("shop");
        assertThat(accepted()).isEmpty();
        assertThat(status().at("/accepted/generation").asLong()).isEqualTo(3);
    }

    /** Beside a bad spec nothing was put right: a DaemonSet that was deleted stayed away, and a new leader knew no good spec any more. */
    @Test
    void besideABadSpecWhatWasAcceptedIsKept() {
        // The parts are there as the kind's schema puts them in.
        cluster.api().put(MULTUS, "{spec: {logging: {level: 'debug'}, images: {}, installer: {}, webhook: {}}}");
        start();
        awaitLogLevel("debug");
        await("it is accepted")
                .atMost(FakeCluster.SOON)
                .until(() -> status().at("/accepted/generation").asLong() == 1);

        cluster.api().edit(MULTUS, "{spec: {mode: 'auxiliary', logging: {level: 'trace'}}}");
        awaitDegraded("SpecInvalid");
        cluster.api().remove(DAEMON_SET);
        awaitLogLevel("debug");

        stop();
        cluster.api().remove(DAEMON_SET);
        start();
        awaitLogLevel("debug");
        assertThat(degraded()).startsWith("SpecInvalid");
    }

    private void awaitLogLevel(String level) {
        await("the installer logs " + level)
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(DAEMON_SET).stream()
                        .flatMap(installer -> installer
                                .at("/spec/template/spec/containers/0/env")
                                .valueStream())
                        .filter(variable -> variable.path("name").asText().equals("LINKERD_MULTUS_LOG_LEVEL"))
                        .anyMatch(variable -> variable.path("value").asText().equals(level)));
    }

    /** An older version writes its whole status, and what it does not know is gone from it. */
    @Test
    void afterARollbackTheNextAcceptedSpecIsThereAgain() {
        cluster.api().put(MULTUS, """
                {spec: {excludedNamespaces: ['shop']}, status: {namespace: 'linkerd-multus', observedGeneration: 1, version: '0.1.0',
                reason: 'AsAsked', rolledOut: {generation: 1, version: '0.1.0'}}}
                """);

        start();

        awaitAttached("books");
        await("it is accepted").atMost(FakeCluster.SOON).until(() -> accepted().equals(List.of("shop")));
        awaitSummary("1/1");
        assertThat(isAttached("shop")).isFalse();
    }

    /** The schema of another version let it in. */
    @Test
    void anObjectOfOtherTypesIsToldOfAndOneThatIsMendedIsCarriedOut() {
        cluster.api()
                .put(MULTUS, "{spec: {webhook: ['a']}, status: {namespace: ['a'], rolledOut: 1, reason: {b: 'c'}}}");
        start();

        awaitDegraded("SpecInvalid: nothing was changed: this operator cannot read the spec: spec.webhook is of");
        assertThat(cluster.api().get(DAEMON_SET)).isEmpty();
        assertThat(condition("WebhookReachable"))
                .as("it was said that this controller does not look")
                .singleElement()
                .satisfies(condition -> assertThat(condition.path("message").asText())
                        .endsWith(": the operator looks as soon as it carries out the LinkerdMultus"));

        cluster.api().edit(MULTUS, "{spec: {webhook: null}}");
        awaitDegraded(ALL_DONE);
        await().atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(DAEMON_SET).isPresent());
    }

    /** It was Available and AsAsked, while every meshed pod was refused. */
    @Test
    void tellsByAConditionWhetherTheApiServerReachesTheWebhook() {
        var wayIsOpen = new AtomicBoolean();
        cluster.api().admitDryRuns(lease -> {
            if (wayIsOpen.get()) {
                lease.withObject("/metadata/labels").put("multus.linkerd.io/reach", "answered");
            }
            return Optional.of(lease);
        });
        cluster.api().put(MULTUS, "{spec: {}}");
        start();
        isDone(DAEMON_SET, "{observedGeneration: 1}");
        isDone(
                WEBHOOK,
                "{observedGeneration: 1, replicas: 2, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 2}");

        awaitReachable("False WebhookUnreachable");
        assertThat(condition("WebhookReachable"))
                .singleElement()
                .satisfies(condition ->
                        assertThat(condition.path("message").asText()).contains("spec.webhook.hostNetwork"));
        await("unavailable")
                .atMost(FakeCluster.SOON)
                .until(() -> condition("Available")
                        .allMatch(condition -> condition.path("status").asText().equals("False")));

        wayIsOpen.set(true);

        awaitReachable("True AsAsked");
    }

    private void isDone(String workload, String status) {
        await(workload)
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.api().get(workload).isPresent());
        var object = cluster.api().get(workload).orElseThrow();
        cluster.api().put(workload, object.toString().replace("\"status\":{}", "\"status\":" + status));
    }

    private void awaitReachable(String wanted) {
        await(wanted)
                .atMost(FakeCluster.SOON)
                .until(() -> condition("WebhookReachable")
                        .map(condition -> condition.path("status").asText() + " "
                                + condition.path("reason").asText())
                        .toList()
                        .equals(List.of(wanted)));
    }

    @Test
    void whatANewerVersionSaysInAStatusStays() {
        cluster.api().put(MULTUS, """
                {spec: {ofTheNextVersion: 1}, status: {namespace: 'linkerd-multus', ofTheNextVersion: {a: ['b']}}}
                """);
        start();

        awaitDegraded(ALL_DONE);
        assertThat(status().at("/ofTheNextVersion/a/0").asText()).isEqualTo("b");
        assertThat(cluster.api()
                        .get(MULTUS)
                        .orElseThrow()
                        .at("/spec/ofTheNextVersion")
                        .asInt())
                .isEqualTo(1);
    }
}
