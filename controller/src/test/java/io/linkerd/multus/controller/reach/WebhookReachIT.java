// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.reach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.SettingsBuilder;
import io.linkerd.multus.service.fakeapi.Failure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * On EKS with a network of its own the webhook was Ready, since it had called itself, and every meshed pod was refused, since the API server had
 * no way to it: nothing said so.
 */
class WebhookReachIT {
    private static final String NAMESPACE = "linkerd-multus";
    private static final String WEBHOOK = "/apis/apps/v1/namespaces/linkerd-multus/deployments/linkerd-multus-webhook";
    private static final String UNREACHABLE = "WebhookUnreachable";
    private static final String REACHABLE = "WebhookReachable";
    private static final Duration PAUSE = Duration.ofMillis(600);

    private final FakeCluster cluster = new FakeCluster();
    private final AtomicBoolean wayIsOpen = new AtomicBoolean(true);
    private final AtomicBoolean isRefused = new AtomicBoolean();
    private final AtomicInteger asked = new AtomicInteger();

    @AfterEach
    void end() {
        cluster.close();
    }

    @Test
    void tellsOnceThatTheApiServerDoesNotReachTheWebhookAndThatItDoesAgain() {
        webhook("{}", "{replicas: 2, updatedReplicas: 2, readyReplicas: 2, observedGeneration: 1}");
        start();
        await("reached").atMost(FakeCluster.SOON).until(() -> figure() == 1);
        assertThat(cluster.hasEvent(NAMESPACE, UNREACHABLE)).isFalse();
        assertThat(cluster.hasEvent(NAMESPACE, REACHABLE)).isFalse();

        wayIsOpen.set(false);

        await("told").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent(NAMESPACE, UNREACHABLE));
        assertThat(figure()).isZero();
        assertThat(message(UNREACHABLE))
                .contains("TCP port 8443 of its pods", "webhook.hostNetwork=true", "reach.multus.linkerd.io");
        await("told once")
                .during(Duration.ofSeconds(2))
                .atMost(FakeCluster.SOON)
                .until(() -> cluster.events(NAMESPACE, UNREACHABLE) == 1);

        wayIsOpen.set(true);

        await("cleared").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent(NAMESPACE, REACHABLE));
        assertThat(figure()).isEqualTo(1);
    }

    /** A rolling update, or a connection to a replica that has just gone. */
    @Test
    void aLookThatIsMissedOnceOrTwiceIsTakenForAnAccident() {
        webhook("{}", "{replicas: 2, updatedReplicas: 2, readyReplicas: 2, observedGeneration: 1}");
        start();
        await("reached").atMost(FakeCluster.SOON).until(() -> figure() == 1);
        var since = new AtomicInteger();

        cluster.api().admitDryRuns(lease -> Optional.of(since.incrementAndGet() <= 2 ? lease : answered(lease)));

        await("looked again").atMost(FakeCluster.SOON).until(() -> since.get() > 4);
        assertThat(looks("missed")).isEqualTo(2);
        assertThat(cluster.hasEvent(NAMESPACE, UNREACHABLE)).isFalse();
        assertThat(figure()).isEqualTo(1);
    }

    /** It was taken for out of reach while it was on its way, or away. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{replicas: 2, updatedReplicas: 2, observedGeneration: 1}",
                "{replicas: 3, updatedReplicas: 1, readyReplicas: 2, observedGeneration: 1}",
                "{replicas: 2, updatedReplicas: 2, readyReplicas: 2}",
                ""
            })
    void aWebhookThatIsAwayOrOnItsWayIsNoSignOfAWayThatIsClosed(String status) {
        wayIsOpen.set(false);
        if (!status.isEmpty()) {
            webhook("{}", status);
        }
        start();

        await("looked").atMost(FakeCluster.SOON).until(() -> looks("unclear") > 3);

        assertThat(looks("missed")).isZero();
        assertThat(figure()).isNaN();
        assertThat(cluster.hasEvent(NAMESPACE, UNREACHABLE)).isFalse();
    }

    /** Once known, it stayed so for ever: 1 while every replica was down, 0 and a warning for ever after webhook.enabled=false. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsNotSeenAnyMoreIsNotKnownAnyMore(boolean isOpen) {
        wayIsOpen.set(isOpen);
        webhook("{}", "{replicas: 2, updatedReplicas: 2, readyReplicas: 2, observedGeneration: 1}");
        start();
        await("known").atMost(FakeCluster.SOON).until(() -> figure() == (isOpen ? 1 : 0));

        wayIsOpen.set(false);
        webhook("{}", "{replicas: 2, updatedReplicas: 2, observedGeneration: 1}");

        await("not known").atMost(FakeCluster.SOON).until(() -> Double.isNaN(figure()));
        cluster.api().remove(WEBHOOK);
        var before = looks("unclear");
        await("looked").atMost(FakeCluster.SOON).until(() -> looks("unclear") > before + 2);
        assertThat(figure()).isNaN();
    }

    /** A policy that refuses the dry run was in the log alone, and what was known stayed. */
    @Test
    void aDryRunThatIsRefusedIsToldAndCountedAndNothingIsKnown() {
        webhook("{}", "{replicas: 2, updatedReplicas: 2, readyReplicas: 2, observedGeneration: 1}");
        start();
        await("reached").atMost(FakeCluster.SOON).until(() -> figure() == 1);

        isRefused.set(true);

        await("not known").atMost(FakeCluster.SOON).until(() -> Double.isNaN(figure()));
        await("told").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent(NAMESPACE, "RequestRefused"));
        assertThat(message("RequestRefused")).contains("update leases", "reaches the webhook");
        assertThat(looks("unclear")).isGreaterThan(2);

        isRefused.set(false);

        await("reached again").atMost(FakeCluster.SOON).until(() -> figure() == 1);
    }

    /** The Event that takes it back was lost where it could not be written at once. */
    @Test
    void thatItIsReachedAgainIsToldOnceItCanBe() {
        wayIsOpen.set(false);
        webhook("{}", "{replicas: 2, updatedReplicas: 2, readyReplicas: 2, observedGeneration: 1}");
        start();
        await("told").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent(NAMESPACE, UNREACHABLE));
        cluster.api().fail("PATCH /api/v1/namespaces/" + NAMESPACE + "/events", Failure.status(403), 2);

        wayIsOpen.set(true);

        await("told in the end").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent(NAMESPACE, REACHABLE));
        assertThat(cluster.events(NAMESPACE, REACHABLE)).isEqualTo(1);
        assertThat(figure()).isEqualTo(1);
    }

    /** A new controller, or operator, came before the webhook that answers: it told of a way that was closed until that had come, too. */
    @Test
    void aWebhookOfAVersionThatIsNotAskedIsNoSignEither() {
        wayIsOpen.set(false);
        cluster.api()
                .put(
                        WEBHOOK,
                        "{spec: {template: {spec: {containers: [{name: 'webhook'}]}}},"
                                + " status: {replicas: 2, updatedReplicas: 2, readyReplicas: 2, observedGeneration: 1}}");
        start();

        await("looked").atMost(FakeCluster.SOON).until(() -> looks("unclear") > 3);
        assertThat(looks("missed")).isZero();
        assertThat(cluster.hasEvent(NAMESPACE, UNREACHABLE)).isFalse();
    }

    @Test
    void onItsNodesTheWayToThePortOfTheNodesIsWhatHelps() {
        wayIsOpen.set(false);
        webhook("{hostNetwork: true}", "{replicas: 2, updatedReplicas: 2, readyReplicas: 2, observedGeneration: 1}");
        start();

        await("told").atMost(FakeCluster.SOON).until(() -> cluster.hasEvent(NAMESPACE, UNREACHABLE));
        assertThat(message(UNREACHABLE))
                .contains("TCP port 8443 of the nodes")
                .doesNotContain("webhook.hostNetwork=true");
    }

    /** The Lease that others read is as it was: neither label nor answer is ever kept, and its holder renews it all the while. */
    @Test
    void nothingOfADryRunIsKept() {
        webhook("{}", "{replicas: 2, updatedReplicas: 2, readyReplicas: 2, observedGeneration: 1}");
        start();
        await("looked often").atMost(FakeCluster.SOON).until(() -> looks("answered") > 5);

        assertThat(cluster.api().history())
                .filteredOn(moment -> moment.path().equals(FakeCluster.LEASE))
                .isNotEmpty()
                .allSatisfy(moment -> assertThat(moment.toString()).doesNotContain("multus.linkerd.io/reach"));
        assertThat(cluster.leads()).isTrue();
        assertThat(cluster.writes()).isEmpty();
    }

    /** Two would ask twice, and tell twice. */
    @Test
    void onlyTheLeaderLooks() {
        webhook("{}", "{replicas: 2, updatedReplicas: 2, readyReplicas: 2, observedGeneration: 1}");
        cluster.api().put(FakeCluster.LEASE, FakeCluster.lease("'controller-2'"));
        start();

        await("does not look")
                .during(Duration.ofSeconds(2))
                .atMost(FakeCluster.SOON)
                .until(() -> asked.get() == 0);
        assertThat(figure()).isNaN();
    }

    private void start() {
        cluster.api().admitDryRuns(lease -> {
            asked.incrementAndGet();
            if (isRefused.get()) {
                return Optional.empty();
            }
            return Optional.of(wayIsOpen.get() ? answered(lease) : lease);
        });
        cluster.restart(new SettingsBuilder().withReach(PAUSE).build());
    }

    /** What the webhook does with a Lease that asks. */
    private static ObjectNode answered(ObjectNode lease) {
        var labels = lease.withObject("/metadata/labels");
        assertThat(labels.path("multus.linkerd.io/reach").asText()).isEqualTo("asked");
        labels.put("multus.linkerd.io/reach", "answered");
        return lease;
    }

    private void webhook(String spec, String status) {
        var object = """
                {metadata: {annotations: {'multus.linkerd.io/reach': 'answered'}}, spec: {template: {spec: %s}}, status: %s}""".formatted(
                        spec.replaceFirst(
                                "}$",
                                (spec.length() > 2 ? ", " : "")
                                        + "containers: [{name: 'webhook', ports: [{name: 'https', containerPort: 8443}]}]}"),
                        status);
        cluster.api().put(WEBHOOK, object);
    }

    private double figure() {
        return cluster.meters()
                .get("linkerd_multus_controller_webhook_reachable")
                .gauge()
                .value();
    }

    private double looks(String outcome) {
        return cluster
                .meters()
                .find("linkerd_multus_controller_reach_looks")
                .tag("outcome", outcome)
                .counters()
                .stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private String message(String reason) {
        return cluster.api().list("/api/v1/namespaces/" + NAMESPACE + "/events").stream()
                .filter(event -> event.path("reason").asText().equals(reason))
                .map(event -> event.path("message").asText())
                .collect(Collectors.joining());
    }
}
