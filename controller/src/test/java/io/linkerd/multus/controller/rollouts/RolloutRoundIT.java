// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import static io.linkerd.multus.controller.rollouts.RolloutCluster.AUTO;
import static io.linkerd.multus.controller.rollouts.RolloutCluster.CONFIG;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.certificates.TestCertificates;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.linkerdconfig.plan.InjectionProbeResult;
import io.linkerd.multus.controller.rollouts.plan.Hindrance;
import io.linkerd.multus.controller.rollouts.plan.RolloutReason;
import io.linkerd.multus.service.fakeapi.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes of looks at a simulated cluster, before a fake API server. */
class RolloutRoundIT {
    private static final String WEB = SimulatedWorkloads.path("deployments", "shop", "web");
    private static final String CART = SimulatedWorkloads.path("deployments", "shop", "cart");

    /** The injectors are asked for two minutes where their answers stay as they were. */
    private static final int UNTIL_AGREED = 15;

    /** Those of the tests end in 2126. */
    private static final Duration UNTIL_CERTIFICATES_END = Duration.ofDays(36_600);

    private final RolloutCluster cluster = RolloutCluster.withRights();
    private final Leader leader = new Leader(cluster);

    @BeforeEach
    void deploy() {
        cluster.rollouts("{mode: 'Auto', atOnce: 1, perNamespace: 1}");
        cluster.workloads().deployment("shop", "cart", AUTO);
        cluster.workloads().deployment("shop", "web", AUTO);
    }

    @AfterEach
    void end() {
        leader.close();
        cluster.close();
    }

    @Test
    void allAreRestartedOneAfterTheOther() {
        cluster.workloads().newChange();

        for (int round = 0; round < 60; round++) {
            leader.run(1);
            assertThat(rolling()).hasSizeLessThanOrEqualTo(1);
        }

        assertThat(cluster.marks()).containsOnlyKeys("cart", "web");
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("UpToDate");
        assertThat(cluster.rollout().has("atHand")).isFalse();
        assertThat(cluster.events("shop")).contains("PodRestart");
        assertThat(leader.gauge("outdated")).isZero();
    }

    private List<String> rolling() {
        return cluster.workloads().all().stream()
                .filter(one -> cluster.workloads().pods(one).stream().anyMatch(pod -> !SimulatedWorkloads.isReady(pod)))
                .map(one -> one.at("/metadata/name").asText())
                .toList();
    }

    /** Until the injectors agree, and the first is restarted. */
    private void begin() {
        for (int round = 0; round < UNTIL_AGREED && cluster.marks().isEmpty(); round++) {
            leader.run(1);
        }
        assertThat(cluster.marks()).hasSize(1);
    }

    @Test
    void theNextWaitsForThePause() {
        cluster.rollouts("{mode: 'Auto', pause: '3m'}");
        cluster.workloads().newChange();
        begin();
        var resting = "before the next takes its place: Deployment shop/cart.";
        for (int round = 0;
                round < 30 && !cluster.rollout().path("message").asText().contains(resting);
                round++) {
            leader.run(1);
        }

        assertThat(cluster.rollout().path("message").asText()).contains(resting);
        leader.run(4);
        assertThat(cluster.marks()).hasSize(1);
        leader.run(4);
        assertThat(cluster.marks()).hasSize(2);
        leader.run(20);
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("UpToDate");
        assertThat(cluster.rollout().has("atHand")).isFalse();
    }

    /** The pods were ready, and failed before the next had begun: nothing was told, and the next began after half an hour. */
    @Test
    void whatFailsWithinThePauseStopsTheOthers() {
        cluster.rollouts("{mode: 'Auto', pause: '30m'}");
        cluster.workloads().newChange();
        begin();
        leader.run(10);
        assertThat(rolling()).isEmpty();

        cluster.workloads().spoil();
        cluster.workloads().unready("shop", "cart");
        leader.run(80);

        assertThat(cluster.marks()).containsOnlyKeys("cart");
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("RolloutFailed");
    }

    /** An Event was made anew at each count of pods that were left. */
    @Test
    void theProgressOfARolloutIsNotToldAsOutdatedPods() {
        cluster.workloads().deployment("shop", "visitor", "{}");
        cluster.workloads().newChange();
        leader.run(1);
        assertThat(cluster.told("shop", "PodsOutdated")).isEqualTo(3);

        leader.run(60);

        assertThat(cluster.marks()).containsOnlyKeys("cart", "web");
        assertThat(cluster.told("shop", "PodsOutdated")).isEqualTo(3);
    }

    @Test
    void nothingIsWrittenWhileNothingChanges() {
        cluster.workloads().newChange();
        leader.run(60);
        cluster.api().forgetRequests();

        assertThat(leader.look()).isInstanceOf(ReconcileResult.Settled.class);

        assertThat(cluster.api().writes()).isEmpty();
    }

    @Test
    void onlyTheTwoAnnotationsOfAWorkloadChange() {
        var before = cluster.api().get(WEB).orElseThrow().path("spec").deepCopy();
        cluster.workloads().newChange();
        leader.run(60);

        var after = cluster.api().get(WEB).orElseThrow();
        var annotations = (ObjectNode) after.at("/spec/template/metadata/annotations");
        assertThat(annotations).hasSize(3);
        annotations.remove(List.of("kubectl.kubernetes.io/restartedAt", SimulatedWorkloads.MARK));
        assertThat(after.path("spec")).isEqualTo(before);
    }

    @Test
    void aRolloutStopsWhereNewPodsDoNotGetReadyAndGoesOnWhenTheyDo() {
        cluster.workloads().newChange();
        cluster.workloads().spoil();
        leader.run(40);

        assertThat(cluster.marks()).containsOnlyKeys("cart");
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("RolloutFailed");
        assertThat(cluster.rollout().at("/failed/first/0").asText()).isEqualTo("Deployment shop/cart");
        assertThat(cluster.events("shop")).contains("RolloutFailed");

        cluster.workloads().mend();
        leader.run(40);

        assertThat(cluster.marks()).containsOnlyKeys("cart", "web");
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("UpToDate");
    }

    /** It ended rollouts, too, at the next look after that moment. */
    @Test
    void aWantedCertificateThatIsOutOfDateStopsNoRollout() {
        cluster.api()
                .edit(
                        CONFIG,
                        "{spec: {values: {identityTrustAnchorsPEM: \"" + TestCertificates.GOOD.replace("\n", "\\n")
                                + "\"}}}");
        cluster.clock().pass(UNTIL_CERTIFICATES_END);
        cluster.workloads().newChange();

        leader.run(60);

        assertThat(cluster.marks()).containsOnlyKeys("cart", "web");
    }

    @Test
    void aReplacedTrustRootRestartsNothing() {
        leader.source()
                .distrust(Optional.of(
                        Hindrance.ofAll(RolloutReason.TRUST_ROOT_REPLACED, "The trust bundle was replaced.")));
        cluster.workloads().newChange();
        leader.run(40);

        assertThat(cluster.marks()).isEmpty();
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("TrustRootReplaced");
        assertThat(cluster.events("default")).contains("TrustRootReplaced");
    }

    @Test
    void podsAreEvictedOneByOneAndABudgetThatRefusesIsWaitedFor() {
        cluster.workloads().onDelete("bank", "ledger");
        cluster.api().remove(WEB);
        cluster.api().remove(CART);
        cluster.workloads().newChange();
        cluster.api().fail("POST /api/v1/namespaces/bank/pods", Failure.status(429));
        leader.run(UNTIL_AGREED);

        var ledger = cluster.workloads().all().getFirst();
        assertThat(cluster.marks()).containsOnlyKeys("ledger");
        assertThat(cluster.workloads().pods(ledger)).allMatch(pod -> SimulatedWorkloads.changeOf(pod) == 1);
        assertThat(cluster.events("bank")).contains("EvictionRefused");
        assertThat(leader.look()).isInstanceOf(ReconcileResult.Requeue.class);

        cluster.api().heal();
        leader.run(10);

        assertThat(cluster.workloads().pods(ledger)).hasSize(2).allMatch(pod -> SimulatedWorkloads.changeOf(pod) == 2);
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("UpToDate");
    }

    @Test
    void aWorkloadThatAnotherWriterChangedIsLookedAtAgain() {
        cluster.workloads().newChange();
        for (int round = 0; !cluster.rollout().at("/atHand/0/name").asText().equals("cart"); round++) {
            assertThat(round).isLessThan(2 * UNTIL_AGREED);
            runWhile(CART, 1);
        }
        assertThat(cluster.marks()).isEmpty();

        leader.run(1);

        assertThat(cluster.marks()).containsOnlyKeys("cart");
    }

    /** Each restart met a conflict, and no other workload was restarted as long as that went on. */
    @Test
    void aWorkloadThatIsWrittenAllTheTimeHoldsUpNoOther() {
        cluster.workloads().newChange();

        runWhile(CART, 2 * UNTIL_AGREED);

        assertThat(cluster.marks()).containsOnlyKeys("web");
        assertThat(cluster.events("shop")).contains("RestartRefused");
    }

    /** Another writer changes that object in the middle of each look. */
    private void runWhile(String path, int rounds) {
        for (int round = 0; round < rounds; round++) {
            var label = "{metadata: {labels: {other: 'l" + System.nanoTime() + "'}}}";
            leader.source().meanwhile(() -> cluster.api().edit(path, label));
            leader.run(1);
        }
    }

    @Test
    void whereTheLinkerdConfigChangedSinceItWasReadNothingElseIsDone() {
        cluster.workloads().newChange();
        runWhile(CONFIG, 2 * UNTIL_AGREED);
        assertThat(cluster.marks()).isEmpty();

        leader.run(1);

        assertThat(cluster.marks()).containsOnlyKeys("cart");
    }

    @Test
    void aWorkloadThatIsDeletedInTheMiddleMakesRoom() {
        cluster.workloads().newChange();
        cluster.workloads().spoil();
        begin();

        cluster.api().remove(CART);
        leader.run(2);

        assertThat(cluster.marks()).containsOnlyKeys("web");
    }

    @Test
    void aPausedDeploymentIsToldAndLeftAlone() {
        cluster.api().edit(CART, "{spec: {paused: true}}");
        cluster.workloads().newChange();
        leader.run(40);

        assertThat(cluster.marks()).containsOnlyKeys("web");
        assertThat(cluster.rollout().at("/left/first/0").asText()).isEqualTo("Deployment shop/cart");
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("NothingToRestart");
        assertThat(cluster.events("shop")).contains("PodsOutdated");
    }

    @Test
    void labelsThatAreTakenAwayInTheMiddleEndARolloutAfterTheWorkloadAtHand() {
        cluster.workloads().newChange();
        begin();

        for (var path : List.of(CART, WEB)) {
            cluster.api().edit(path, "{metadata: {labels: {'config.linkerd.io/reconcile': 'disabled'}}}");
        }
        leader.run(20);

        assertThat(cluster.marks()).containsOnlyKeys("cart");
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("NothingToRestart");
        assertThat(cluster.rollout().has("atHand")).isFalse();
    }

    @Test
    void offEndsARolloutAfterTheWorkloadAtHand() {
        cluster.workloads().newChange();
        begin();

        cluster.rollouts("{mode: 'Off'}");
        leader.run(20);

        assertThat(cluster.marks()).containsOnlyKeys("cart");
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("Off");
        assertThat(cluster.rollout().has("atHand")).isFalse();
    }

    /** Its failure was one of an earlier spec, and the next one was begun beside it. */
    @Test
    void offAndAutoAgainStopAtTheOneWhoseNewPodsDoNotGetReady() {
        cluster.workloads().newChange();
        cluster.workloads().spoil();
        begin();

        cluster.rollouts("{mode: 'Off'}");
        leader.run(2);
        cluster.rollouts("{mode: 'Auto'}");
        leader.run(20);
        assertThat(cluster.marks()).containsOnlyKeys("cart");
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("RolloutFailed");

        cluster.workloads().mend();
        leader.run(20);
        assertThat(cluster.marks()).containsOnlyKeys("cart", "web");
    }

    @Test
    void aWindowThatClosesInTheMiddleLetsTheWorkloadAtHandEnd() {
        cluster.rollouts("{mode: 'Auto', window: {start: '30 2 * * 6', duration: 'PT8M', timeZone: 'UTC'}}");
        cluster.workloads().newChange();
        begin();

        cluster.clock().pass(Duration.ofMinutes(8));
        leader.run(20);

        assertThat(cluster.marks()).containsOnlyKeys("cart");
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("WaitingForWindow");
        var again = leader.look();
        assertThat(again)
                .isInstanceOfSatisfying(
                        ReconcileResult.Requeue.class,
                        later -> assertThat(later.after()).isGreaterThan(Duration.ofDays(6)));
    }

    @Test
    void aDryRunTellsAndRestartsNothing() {
        cluster.rollouts("{mode: 'DryRun'}");
        cluster.workloads().newChange();
        leader.run(20);

        assertThat(cluster.marks()).isEmpty();
        assertThat(cluster.rollout().path("message").asText()).contains("Deployment shop/cart, Deployment shop/web");
        assertThat(leader.gauge("due")).isEqualTo(2);
    }

    @Test
    void aLeaderWhoseClockIsBehindRepeatsNothing() {
        cluster.workloads().newChange();
        begin();
        var mark = cluster.marks();

        try (var behind = new Leader(cluster, Duration.ofHours(3))) {
            behind.run(60);
        }

        assertThat(cluster.marks()).containsAllEntriesOf(mark).containsOnlyKeys("cart", "web");
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("UpToDate");
    }

    /** A workload that was restarted before its injector had the change would keep old pods for good. */
    @Test
    void nothingIsRestartedBeforeTheInjectorsAgree() {
        cluster.workloads().newChange();
        for (int round = 0; round < 40; round++) {
            cluster.injectors(new InjectionProbeResult.Injected(round % 2 == 0 ? "old" : "new"));
            leader.run(1);
        }
        assertThat(cluster.marks()).isEmpty();
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("WaitingForInjectors");

        begin();
    }

    @Test
    void nothingIsRestartedWhileNewPodsWouldNotBeMeshed() {
        cluster.injectors(new InjectionProbeResult.NotInjected());
        cluster.workloads().newChange();
        leader.run(40);

        assertThat(cluster.marks()).isEmpty();
        assertThat(cluster.rollout().path("message").asText())
                .contains("cannot be told: pods are taken without a proxy");

        cluster.injectors(new InjectionProbeResult.Refused("a webhook says no"));
        leader.run(40);
        assertThat(cluster.rollout().path("message").asText()).contains("cannot be told: a webhook says no");
    }

    @Test
    void aConfigThatIsNotHonouredAnyMoreLosesWhatRolloutsSaid() {
        cluster.workloads().newChange();
        leader.run(1);
        assertThat(cluster.rollout().has("reason")).isTrue();

        leader.clear();

        assertThat(cluster.rollout().isMissingNode()).isTrue();
        cluster.api().forgetRequests();
        leader.clear();
        assertThat(cluster.api().writes()).isEmpty();
    }

    @Test
    void aRestartThatTheApiServerRefusesIsToldAndTriedAgain() {
        cluster.workloads().newChange();
        cluster.api().fail("PATCH " + CART, Failure.status(403));
        for (int round = 0; !cluster.events("shop").contains("RestartRefused"); round++) {
            assertThat(round).isLessThan(UNTIL_AGREED);
            leader.run(1);
        }
        cluster.api().forgetRequests();
        leader.look();
        assertThat(cluster.api().requests("PATCH " + CART))
                .as("in the minute after")
                .isEmpty();

        cluster.api().heal();
        leader.run(40);
        assertThat(cluster.marks()).containsOnlyKeys("cart", "web");
    }

    /** The Event came before the restart, and its refusal ended every look there: no namespace got on any more. */
    @ParameterizedTest
    @ValueSource(ints = {403, 422, 500})
    void aNamespaceThatRejectsEventsHoldsUpNoRestart(int status) {
        cluster.workloads().deployment("bank", "ledger", AUTO);
        cluster.workloads().newChange();
        cluster.api().fail("PATCH /api/v1/namespaces/shop/events", Failure.status(status));

        leader.run(60);

        assertThat(cluster.marks()).containsOnlyKeys("cart", "web", "ledger");
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("UpToDate");
    }

    /** Those that sort behind the first refused Event were never told, and every look counted as failed. */
    @Test
    void aNamespaceThatRejectsEventsHoldsUpNoEventOfAnother() {
        cluster.rollouts("{mode: 'Off'}");
        cluster.workloads().deployment("aside", "ledger", AUTO);
        cluster.workloads().deployment("zoo", "ledger", AUTO);
        cluster.workloads().newChange();
        cluster.api().fail("PATCH /api/v1/namespaces/shop/events", Failure.status(403));

        assertThat(leader.look()).isInstanceOf(ReconcileResult.Settled.class);

        assertThat(cluster.told("aside", "PodsOutdated")).isEqualTo(1);
        assertThat(cluster.told("zoo", "PodsOutdated")).isEqualTo(1);
        assertThat(cluster.events("shop")).isEmpty();
        cluster.api().heal();
        cluster.clock().pass(Duration.ofMinutes(6));
        leader.look();
        assertThat(cluster.told("shop", "PodsOutdated")).isEqualTo(2);
    }

    /** No person has to do anything about it. */
    @ParameterizedTest
    @CsvSource({"403, 1", "404, 0", "409, 0"})
    void aNamespaceThatIsGoneIsNotCountedAmongThoseThatRejectEvents(int status, double count) {
        cluster.rollouts("{mode: 'Off'}");
        cluster.workloads().newChange();
        cluster.api().fail("PATCH /api/v1/namespaces/shop/events", Failure.status(status));

        leader.run(2);

        assertThat(leader.rejecting()).isEqualTo(count);
    }

    @Test
    void aNamespaceThatRejectsEventsIsAskedOnceInFiveMinutes() {
        cluster.rollouts("{mode: 'Off'}");
        cluster.workloads().newChange();
        cluster.api().fail("PATCH /api/v1/namespaces/shop/events", Failure.status(403));
        leader.run(2);
        cluster.api().forgetRequests();

        leader.run(9);

        assertThat(cluster.api().writes()).isEmpty();
    }

    /** Once they had agreed the injectors were never asked again, and one workload after the other lost its proxies. */
    @Test
    void theNextWorkloadIsNotRestartedWhereTheInjectorIsGoneInTheMiddle() {
        cluster.workloads().newChange();
        begin();

        cluster.injectors(new InjectionProbeResult.NotInjected());
        leader.run(20);
        assertThat(cluster.marks()).containsOnlyKeys("cart");
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("WaitingForInjectors");
        assertThat(cluster.rollout().path("message").asText()).contains("without a proxy");

        cluster.injectors(new InjectionProbeResult.Injected("new"));
        leader.run(20);
        assertThat(cluster.marks()).containsOnlyKeys("cart", "web");
    }

    /** It left the watches, counted as complete, and the next was restarted into the same. */
    @Test
    void aRestartedWorkloadWhoseNewPodsHaveNoProxyStopsAll() {
        cluster.workloads().deployment("bank", "ledger", AUTO);
        cluster.rollouts("{mode: 'Auto', atOnce: 2, perNamespace: 1}");
        cluster.workloads().newChange();
        cluster.workloads().inject(false);
        leader.run(40);

        assertThat(cluster.marks()).containsOnlyKeys("cart", "ledger");
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("RolloutUnmeshed");
        assertThat(cluster.rollout().path("message").asText())
                .contains("linkerd-proxy-injector", "kubectl rollout restart");
        assertThat(cluster.events("shop")).contains("RolloutUnmeshed");
        assertThat(cluster.events("default")).contains("RolloutUnmeshed");
    }

    /** Each namespace has a digest of its own, and each new one began the two minutes anew for all. */
    @Test
    void aNamespaceWhoseAnnotationsChangeEachMinuteHoldsUpNoOther() {
        cluster.workloads().deployment("zoo", "ledger", AUTO);
        cluster.workloads().newChange();

        for (int round = 0; round < 40; round++) {
            cluster.workloads().annotate("zoo");
            leader.run(2);
        }

        assertThat(cluster.marks()).containsKeys("cart", "web");
    }

    /** A policy of one tenant, and no workload of any namespace was restarted any more. */
    @ParameterizedTest
    @ValueSource(ints = {403, 422})
    void aWorkloadWhoseRestartIsDeniedHoldsUpNoOther(int status) {
        cluster.workloads().newChange();
        cluster.api().fail("PATCH " + CART, Failure.status(status));
        leader.run(40);

        assertThat(cluster.marks()).containsOnlyKeys("web");
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("WorkloadsSkipped");
        assertThat(cluster.rollout().at("/left/first/0").asText()).isEqualTo("Deployment shop/cart");
        assertThat(cluster.events("shop")).contains("RestartRefused");
        assertThat(cluster.events("default")).contains("WorkloadsSkipped");

        cluster.api().heal();
        leader.run(70);
        assertThat(cluster.marks()).containsOnlyKeys("cart", "web");
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("UpToDate");
    }

    @Test
    void aRestartThatIsDeniedForLongIsTriedLessAndLessOften() {
        cluster.workloads().newChange();
        cluster.api().fail("PATCH " + CART, Failure.status(403));
        leader.run(40);
        cluster.api().forgetRequests();

        leader.run(120);

        assertThat(cluster.api().requests("PATCH " + CART)).hasSizeBetween(1, 4);
    }

    /** It was said again and again that its restart is refused, and opting in again waited for the end of that. */
    @Test
    void aDeniedRestartThatIsNotAskedForAnyMoreIsForgotten() {
        cluster.workloads().newChange();
        cluster.api().fail("PATCH " + CART, Failure.status(403));
        leader.run(60);
        cluster.api().edit(CART, "{metadata: {labels: {'config.linkerd.io/reconcile': 'disabled'}}}");
        leader.look();
        cluster.api().heal();
        cluster.api().edit(CART, "{metadata: {labels: {'config.linkerd.io/reconcile': 'auto'}}}");

        leader.look();

        assertThat(cluster.marks()).containsKeys("cart");
    }

    /** Each event of any pod was another dry run. */
    @Test
    void whileTheInjectorIsGoneItIsAskedOnceInFiveSeconds() {
        cluster.workloads().newChange();
        begin();
        cluster.workloads().settle();
        cluster.injectors(new InjectionProbeResult.NotInjected());
        leader.look();
        long asked = cluster.asked();

        for (int look = 0; look < 10; look++) {
            leader.look();
        }
        assertThat(cluster.asked()).isEqualTo(asked);
        cluster.clock().pass(Duration.ofSeconds(6));
        leader.look();
        assertThat(cluster.asked()).isEqualTo(asked + 1);
    }

    /** Nothing of it is told by a deadline, and all others waited for as long as its owner liked. */
    @Test
    void aWorkloadThatIsPausedInTheMiddleHoldsUpTheNextForHalfAnHourAndNoLonger() {
        cluster.workloads().newChange();
        begin();
        cluster.api().edit(CART, "{spec: {paused: true}}");

        leader.run(40);
        assertThat(cluster.marks()).containsOnlyKeys("cart");
        leader.run(40);
        assertThat(cluster.marks()).containsOnlyKeys("cart", "web");
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("WorkloadsSkipped");
        assertThat(cluster.rollout().at("/left/first/0").asText()).isEqualTo("Deployment shop/cart");
        assertThat(cluster.events("shop")).contains("WorkloadSkipped");

        cluster.api().edit(CART, "{spec: {paused: false}}");
        leader.run(10);
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("UpToDate");
    }

    /** kubectl replace --force, a renamed object, a backup without status: each time one more workload broke. */
    @Test
    void aLinkerdConfigThatIsMadeAgainForgetsNoFailure() {
        cluster.workloads().newChange();
        cluster.workloads().spoil();
        leader.run(40);
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("RolloutFailed");

        cluster.recreate("{mode: 'Auto', atOnce: 1, perNamespace: 1}");
        leader.run(40);

        assertThat(cluster.marks()).containsOnlyKeys("cart");
        assertThat(cluster.rollout().path("reason").asText()).isEqualTo("RolloutFailed");
    }

    @Test
    void anAnswerThatIsLostIsNoSecondRestart() {
        cluster.workloads().newChange();
        cluster.api().fail("PATCH " + CART, new Failure.LostAnswer(), 1);
        leader.run(60);

        assertThat(cluster.marks()).containsOnlyKeys("cart", "web");
        assertThat(cluster.api()
                        .get(CART)
                        .orElseThrow()
                        .at("/metadata/generation")
                        .asInt())
                .as("one change of its template")
                .isEqualTo(2);
    }
}
