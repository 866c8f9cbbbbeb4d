// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.controller.rollouts.plan.AtHand;
import io.linkerd.multus.controller.rollouts.plan.Progress;
import io.linkerd.multus.controller.rollouts.plan.RestartWay;
import io.linkerd.multus.controller.rollouts.plan.RolloutCounts;
import io.linkerd.multus.controller.rollouts.plan.RolloutOptIn;
import io.linkerd.multus.controller.rollouts.plan.Workload;
import io.linkerd.multus.controller.workloads.plan.Outdated;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WellTimesTest {
    private static final Instant NOW = Instant.parse("2026-11-28T02:30:00Z");
    private static final Duration PAUSE = Duration.ofMinutes(1);
    private static final ChangeDigest CHANGE = ChangeDigest.of(new TreeMap<>(Map.of("values", "one")));
    private static final AtHand AT_HAND = new AtHand("Deployment", "shop", "web", "u", CHANGE, false, 0);

    private final WellTimes times = new WellTimes();

    @Test
    void itRestsFromTheMomentInWhichItIsWell() {
        look(1, NOW);
        assertThat(rest(NOW)).isEmpty();

        look(3, NOW.plusSeconds(10));
        look(3, NOW.plusSeconds(20));
        assertThat(rest(NOW.plusSeconds(20))).containsExactly(Map.entry("u", NOW.plusSeconds(70)));
        assertThat(rest(NOW.plusSeconds(70))).isEmpty();
    }

    @Test
    void whatIsNotWellForAMomentRestsAnew() {
        look(3, NOW);
        look(2, NOW.plusSeconds(30));
        assertThat(rest(NOW.plusSeconds(30))).isEmpty();

        look(3, NOW.plusSeconds(40));
        assertThat(rest(NOW.plusSeconds(40))).containsExactly(Map.entry("u", NOW.plusSeconds(100)));
    }

    /** A Deployment that has been complete has no deadline any more: it was waited for half an hour, and passed over. */
    @Test
    void whatWasWellHasTenMinutesToBeSoAgain() {
        look(3, NOW);
        var unwell = NOW.plusSeconds(3600);

        assertThat(look(2, unwell).progress(unwell)).isInstanceOf(Progress.Going.class);
        var before = unwell.plus(RolloutCounts.PATIENCE).minusSeconds(1);
        assertThat(look(2, before).progress(before)).isInstanceOf(Progress.Going.class);
        assertThat(look(2, before).progress(before.plusSeconds(1))).isInstanceOf(Progress.Failed.class);
    }

    @Test
    void whatIsWellAgainAndAgainAndNeverForThePauseIsUnsteady() {
        var end = NOW.plus(Stalls.LONGEST);
        for (var at = NOW; at.isBefore(end); at = at.plusSeconds(50)) {
            look(3, at);
            assertThat(times.unsteady(List.of(AT_HAND), PAUSE, at)).isEmpty();
            look(2, at.plusSeconds(5));
        }
        assertThat(times.unsteady(List.of(AT_HAND), PAUSE, end)).containsExactly("u");
        look(3, end.plusSeconds(5));
        assertThat(times.unsteady(List.of(AT_HAND), PAUSE, end.plusSeconds(5))).containsExactly("u");
        assertThat(times.unsteady(List.of(AT_HAND), Duration.ofMinutes(11), end.plusSeconds(5)))
                .as("three pauses are not over")
                .isEmpty();
        var rested = end.plusSeconds(5).plus(PAUSE);
        look(3, rested);
        assertThat(times.unsteady(List.of(AT_HAND), PAUSE, rested)).isEmpty();
    }

    /** A drain in an hour's pause stopped the rollouts of all. */
    @Test
    void whatIsMovedOrScaledIsNotUnsteady() {
        times.unsteady(List.of(AT_HAND), Duration.ofHours(1), NOW);
        look(3, NOW);
        var late = NOW.plus(Duration.ofHours(4));
        look(2, late);
        assertThat(times.unsteady(List.of(AT_HAND), Duration.ofHours(1), late)).isEmpty();

        for (int pods = 4; pods < 20; pods++) {
            var at = late.plusSeconds(pods * 60L);
            look(2, pods, at);
            look(3, pods, at.plusSeconds(30));
        }
        assertThat(times.unsteady(List.of(AT_HAND), Duration.ofHours(1), late.plusSeconds(1200)))
                .isEmpty();
    }

    /** It was told to have failed in the middle of an update that its own deadline gives an hour. */
    @Test
    void aDeploymentsOwnDeadlineHolds() {
        look(3, NOW, Optional.empty());
        var later = NOW.plusSeconds(3600);
        look(2, later, Optional.empty());
        var end = later.plus(RolloutCounts.PATIENCE);

        assertThat(look(2, end, Optional.empty()).progress(end)).isInstanceOf(Progress.Going.class);
    }

    @Test
    void aClockThatIsSetBackBeginsTheRestAnew() {
        look(3, NOW);
        var back = NOW.minus(Duration.ofDays(1));
        look(3, back);

        assertThat(rest(back)).containsExactly(Map.entry("u", back.plus(PAUSE)));
    }

    @Test
    void anotherChangeAndALookWithoutItForgetIt() {
        look(3, NOW);
        var other = new AtHand(
                "Deployment", "shop", "web", "u", ChangeDigest.of(new TreeMap<>(Map.of("values", "two"))), false, 0);
        assertThat(times.resting(List.of(other), PAUSE, NOW)).isEmpty();

        times.look(List.of(), NOW);
        assertThat(rest(NOW)).isEmpty();
    }

    @Test
    void withoutAPauseNothingRests() {
        look(3, NOW);

        assertThat(times.resting(List.of(AT_HAND), Duration.ZERO, NOW)).isEmpty();
    }

    private Map<String, Instant> rest(Instant now) {
        return times.resting(List.of(AT_HAND), PAUSE, now);
    }

    private Workload look(int available, Instant now) {
        return look(available, now, Optional.of(NOW.minusSeconds(60)));
    }

    private Workload look(int available, int wanted, Instant now) {
        boolean well = available == 3;
        return look(
                new RolloutCounts(
                        true,
                        false,
                        wanted,
                        wanted,
                        wanted,
                        well ? wanted : wanted - 1,
                        wanted,
                        false,
                        Optional.of(NOW)),
                now);
    }

    private Workload look(int available, Instant now, Optional<Instant> lastStep) {
        return look(new RolloutCounts(true, false, 3, 3, 3, available, 3, false, lastStep), now);
    }

    private Workload look(RolloutCounts counts, Instant now) {
        return times.look(
                        List.of(new Workload(
                                new Subject("apps/v1", "Deployment", "shop", "web", "u"),
                                "1",
                                Workload.Role.DATA_PLANE,
                                RestartWay.TEMPLATE,
                                RolloutOptIn.IN,
                                Outdated.NO,
                                CHANGE,
                                Optional.of(new RolloutMark(CHANGE, RolloutMark.revision(7, "0a1b2c3d-4e5f"))),
                                Optional.of(NOW.minusSeconds(60)),
                                counts,
                                List.of(),
                                Set.of(),
                                0)),
                        now)
                .getFirst();
    }
}
