// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.engine.RefusedEvents;
import io.linkerd.multus.controller.engine.StandingRefusals;
import io.linkerd.multus.controller.engine.api.ObjectWrites;
import io.linkerd.multus.controller.engine.notices.EventRecorder;
import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import io.linkerd.multus.controller.repair.plan.Lineage;
import io.linkerd.multus.controller.repair.plan.Newest;
import io.linkerd.multus.controller.repair.plan.RepairNotices;
import io.linkerd.multus.controller.repair.plan.Replacement;
import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplacementsIT {
    private static final PodOwner OWNER = new PodOwner("apps/v1", "ReplicaSet", "web", "r");
    private static final MeshPod POD = new MeshPod(
            "shop",
            "web-1",
            "u",
            "7",
            MeshPod.Stage.ALIVE,
            Instant.EPOCH,
            Optional.of(OWNER),
            Set.of("shop"),
            MeshPod.Redirection.MISSING,
            MeshPod.Place.UNKNOWN,
            Optional.empty());
    private static final Replacement REPLACEMENT = Replacement.of(POD, OWNER, Newest.NONE);

    private final FakeApiServer api = FakeApiServer.plain();
    private final KubernetesClient client = FakeCluster.client(api);
    private final ObjectWrites writes = new ObjectWrites(client, ObjectWrites.LONGEST, () -> true);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final StandingRefusals standing = new StandingRefusals();
    private final AtomicLong nanos = new AtomicLong();
    private final RefusedEvents refused = new RefusedEvents("repair", standing, meters, nanos::get);

    ReplacementsIT() {
        api.put("/api/v1/namespaces/shop", "{}");
        api.put("/api/v1/namespaces/shop/pods/web-1", "{metadata: {resourceVersion: '7'}}");
    }

    @AfterEach
    void end() {
        api.close();
        client.close();
    }

    /** Each change of the leader would have begun with five more evictions. */
    @Test
    void aControllerThatTakesOverGoesOnWithNothingThatWasGivenUp() {
        events("before").accept(RepairNotices.givenUp(POD, OWNER));

        assertThat(replacements("now").replace(REPLACEMENT)).isEmpty();

        assertThat(api.requests("POST")).isEmpty();
    }

    @Test
    void replacesWhatNothingIsToldOf() {
        assertThat(replacements("now").replace(REPLACEMENT)).isPresent();

        assertThat(api.requests("POST")).hasSize(1);
    }

    /** With the leader the generations were forgotten that had ended alike: each change of it made up to four more evictions. */
    @Test
    void aControllerThatTakesOverKnowsHowManyGenerationsHaveEndedAlike() {
        var before = replacements("before");
        before.replace(REPLACEMENT);
        api.put("/api/v1/namespaces/shop/pods/web-1", "{metadata: {resourceVersion: '7'}}");
        var word = Map.copyOf(told());

        var now = replacements("now");

        assertThat(now.replace(REPLACEMENT)).isEmpty();
        assertThat(now.pace().lineages().values().stream().map(Lineage::inAnnotations))
                .containsExactly(word);
        assertThat(word).hasSize(2);
        assertThat(api.requests("POST")).hasSize(1);
    }

    /** An Event lives for an hour, and what it told was forgotten after half of it. */
    @Test
    void anEventOfFortyMinutesAgoIsStillKnown() {
        toldBefore(Duration.ofMinutes(40));
        var now = replacements("now");

        assertThat(now.replace(REPLACEMENT)).isEmpty();

        assertThat(now.pace().lineages().values())
                .singleElement()
                .satisfies(lineage -> assertThat(lineage.alike()).isEqualTo(3));
    }

    /** Where API servers keep Events for days, an owner whose pods had been well all the time was given up. */
    @Test
    void anEventOfThreeHoursAgoSaysNothing() {
        toldBefore(Duration.ofHours(3));

        assertThat(replacements("now").replace(REPLACEMENT)).isPresent();

        assertThat(api.requests("POST")).hasSize(1);
    }

    private void toldBefore(Duration ago) {
        new EventRecorder(
                        client,
                        writes,
                        "linkerd-multus",
                        "before",
                        () -> Instant.now().minus(ago),
                        meters)
                .happened(
                        RepairNotices.ofOwner(POD, OWNER),
                        new Lineage(Duration.ZERO, 4, Instant.EPOCH, Duration.ZERO).inAnnotations());
    }

    /** The pod was tried again for ever, ahead of all others, since its owner's Event could not be written. */
    @ParameterizedTest
    @ValueSource(ints = {403, 422})
    void whereNoEventMayBeWrittenThePodWaitsAsAfterARefusal(int status) {
        api.fail("PATCH /api/v1/namespaces/shop/events", Failure.status(status), 10);
        var now = replacements("now");

        assertThat(now.replace(REPLACEMENT)).containsInstanceOf(Eviction.Refused.class);

        assertThat(api.requests("POST")).isEmpty();
        assertThat(now.pace().byOwner().values())
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.refusals()).isEqualTo(1));
    }

    /** Pods waited for ever where Events about them were refused, and metric and log alone said so. */
    @Test
    void eventsThatAreRefusedStandAmongTheRefusalsUntilTheyAreWritten() {
        api.fail("PATCH /api/v1/namespaces/shop/events", Failure.status(403), 4);
        var now = replacements("now");
        now.replace(REPLACEMENT);
        assertThat(standing.counts()).as("an API server that has just started").isEmpty();

        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        now.replace(REPLACEMENT);
        assertThat(standing.counts()).containsExactly(Map.entry("repair", 1));

        api.fail("POST /api/v1/namespaces/shop/pods/web-1/eviction", Failure.status(429), 1);
        assertThat(now.replace(REPLACEMENT)).containsInstanceOf(Eviction.Refused.class);
        assertThat(standing.counts()).as("its Events are written").isEmpty();
    }

    @Test
    void aPodThatHasGoneLeavesNoRefusalBehind() {
        api.fail("PATCH /api/v1/namespaces/shop/events", Failure.status(403));
        var now = replacements("now");
        now.replace(REPLACEMENT);
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        now.replace(REPLACEMENT);
        var events = new RepairEvents(events("now"), refused);

        events.keep(List.of(POD));
        assertThat(standing.counts()).containsExactly(Map.entry("repair", 1));
        events.keep(List.of());

        assertThat(standing.counts()).isEmpty();
    }

    /** Its own Event was taken for one of the leader before it, where that had the same identity and the API server refused the eviction. */
    @Test
    void whatThisOneHasToldItselfIsNotReadAgain() {
        api.fail("POST /api/v1/namespaces/shop/pods/web-1/eviction", Failure.status(429), 1);
        var ours = replacements("now");
        assertThat(ours.replace(REPLACEMENT)).containsInstanceOf(Eviction.Refused.class);

        assertThat(ours.replace(REPLACEMENT)).isPresent();
    }

    /** Each node of it has an Event of its own. */
    @Test
    void ofADaemonSetNoneGoesInTheFirstMinuteAfterAChangeOfTheLeader() {
        var agent = new PodOwner("apps/v1", "DaemonSet", "agent", "d");

        assertThat(replacements("now").replace(Replacement.of(POD, agent, Newest.NONE)))
                .isEmpty();

        assertThat(api.requests("POST")).isEmpty();
    }

    private Map<String, String> told() {
        return api.list("/api/v1/namespaces/shop/events").stream()
                .filter(event -> event.at("/involvedObject/kind").asText().equals("ReplicaSet"))
                .flatMap(event -> event.at("/metadata/annotations").properties().stream())
                .collect(Collectors.toMap(
                        Map.Entry::getKey, each -> each.getValue().asText()));
    }

    private Replacements replacements(String pod) {
        var made = new Replacements(writes, new RepairEvents(events(pod), refused), meters, System::nanoTime);
        made.begin();
        return made;
    }

    private EventRecorder events(String pod) {
        return new EventRecorder(client, writes, "linkerd-multus", pod, InstantSource.system(), meters);
    }
}
