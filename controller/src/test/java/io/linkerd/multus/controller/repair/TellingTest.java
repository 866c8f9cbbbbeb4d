// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.controller.engine.RefusedEvents;
import io.linkerd.multus.controller.engine.StandingRefusals;
import io.linkerd.multus.controller.engine.notices.Notices;
import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import io.linkerd.multus.controller.repair.plan.Unhelped;
import io.linkerd.multus.controller.repair.plan.Unhelped.Why;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TellingTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Unhelped BARE =
            new Unhelped(pod("bare", MeshPod.Stage.ALIVE, "node-1", Optional.empty()), Why.NO_OWNER);
    private static final Unhelped ENDED =
            new Unhelped(pod("ended", MeshPod.Stage.ENDED, "node-1", Optional.empty()), Why.ENDED);

    private final List<String> told = new CopyOnWriteArrayList<>();
    private final AtomicLong nanos = new AtomicLong();
    private final Telling telling = new Telling(
            new Notices(this::tell, nanos::get),
            new RefusedEvents("repair", new StandingRefusals(), new SimpleMeterRegistry(), nanos::get),
            () -> true,
            new SimpleMeterRegistry());

    @AfterEach
    void end() {
        telling.end();
    }

    /** A pod that has ended is there for days, and was told of every 45 minutes, as if a person could still help it. */
    @Test
    void aPodThatHasEndedIsToldOfOnce() {
        telling.begin();
        telling.hold(List.of(BARE, ENDED));
        await("both").atMost(SOON).until(() -> told.size() == 2);

        nanos.addAndGet(Duration.ofMinutes(46).toNanos());
        telling.lookAtAll();
        await("one of them").atMost(SOON).until(() -> told.size() == 3);
        nanos.addAndGet(Duration.ofMinutes(46).toNanos());
        telling.lookAtAll();

        await("the same").atMost(SOON).until(() -> told.size() == 4);
        assertThat(told).filteredOn("ended UnmeshedPodLeft"::equals).hasSize(1);
    }

    @Test
    void whatStaysNoMoreIsToldOfAnewWhenItComesBack() {
        telling.begin();
        telling.hold(List.of(ENDED));
        await("told").atMost(SOON).until(() -> told.size() == 1);

        telling.hold(List.of());
        telling.hold(List.of(BARE));
        await("the other").atMost(SOON).until(() -> told.size() == 2);
        telling.hold(List.of(ENDED));

        await("again").atMost(SOON).until(() -> told.size() == 3);
        assertThat(told.getLast()).isEqualTo("ended UnmeshedPodLeft");
    }

    /** Two tenants may say one uid, and a DaemonSet has a lineage for each node. */
    @Test
    void ownersAreToldOfByNamespaceAndNode() {
        telling.begin();
        telling.hold(List.of(
                new Unhelped(agent("a", "node-1"), Why.SUCCESSORS_ALIKE),
                new Unhelped(agent("b", "node-2"), Why.SUCCESSORS_ALIKE)));

        await("two pods, and the DaemonSet for two nodes").atMost(SOON).until(() -> told.size() == 4);
        assertThat(told).filteredOn("agent UnmeshedPodsGivenUp"::equals).hasSize(2);
    }

    private void tell(Notice notice) {
        told.add(notice.subject().name() + " " + notice.reason());
    }

    private static MeshPod agent(String name, String node) {
        return pod(name, MeshPod.Stage.ALIVE, node, Optional.of(new PodOwner("apps/v1", "DaemonSet", "agent", "d")));
    }

    private static MeshPod pod(String name, MeshPod.Stage stage, String node, Optional<PodOwner> owner) {
        return new MeshPod(
                "shop",
                name,
                "u-" + name,
                "1",
                stage,
                Instant.EPOCH,
                owner,
                Set.of("shop"),
                MeshPod.Redirection.MISSING,
                new MeshPod.Place(node, Optional.empty(), Instant.EPOCH, false),
                Optional.empty());
    }
}
