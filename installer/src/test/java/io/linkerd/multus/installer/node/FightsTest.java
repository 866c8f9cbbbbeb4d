// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.node.Fights.Truce;
import io.linkerd.multus.service.clocks.Clocks;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** In virtual time. */
class FightsTest {
    private static final String FILE = "/opt/cni/bin/linkerd-cni";
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final Duration LOOK = PacedLoop.GIVING_WAY_PACE;

    private final AtomicLong now = new AtomicLong(42);
    private final Fights fights = new Fights(new Clocks(InstantSource.system(), now::get));
    private long changed = now.get();

    @Test
    void repairsTheFirstFewAtOnce() {
        for (int i = 0; i < 3; i++) {
            assertThat(undoAndRepair()).isEmpty();
        }
        assertThat(postponed()).isEmpty();
    }

    @Test
    void givesWayForLongerAndLongerUpToHalfAMinute() {
        var waits = new ArrayList<Duration>();
        for (int i = 0; i < 20; i++) {
            undoAndRepair().map(Truce::pause).ifPresent(waits::add);
            undoUntilOurTurn();
        }

        assertThat(waits).startsWith(Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(400));
        assertThat(waits).endsWith(Duration.ofSeconds(30), Duration.ofSeconds(30));
    }

    @Test
    void postponesUntilTheWaitIsOver() {
        for (int i = 0; i < 4; i++) {
            undoAndRepair();
        }
        pass(Duration.ofMillis(99));
        undo();
        assertThat(postponed()).contains(MOMENT);
        pass(MOMENT);
        assertThat(postponed()).isEmpty();
    }

    /** A rival that was killed, or that heeded the cure, leaves the node wrong for half a minute otherwise. */
    @Test
    void endsTheWaitOnceNothingHasHappenedToTheFileForTwoSeconds() {
        fightForLong();
        assertThat(postponed()).get().satisfies(left -> assertThat(left).isLessThan(Duration.ofSeconds(2)));

        var quiet = Duration.ZERO;
        for (; postponed().isPresent(); quiet = quiet.plus(MOMENT)) {
            pass(MOMENT);
        }

        assertThat(quiet.plus(LOOK)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    @Test
    void endsAShortWaitOnceNothingHasHappenedForAsLongAsThat() {
        for (int i = 0; i < 5; i++) {
            undoAndRepair();
        }
        pass(Duration.ofMillis(10));
        undo();

        assertThat(postponed()).contains(Duration.ofMillis(190));
    }

    /** As a controller that puts its file back whenever it is changed, and is at rest otherwise. */
    @Test
    void doesNotTakeWhoUndoesEveryRepairAtOnceForSomebodyWhoHasStopped() {
        var repairs = 0;
        for (long end = now.get() + Duration.ofMinutes(1).toNanos(); now.get() < end; repairs++) {
            undoAndRepair();
            undo();
            judge(false);
            while (postponed().isPresent()) {
                pass(MOMENT);
            }
        }

        assertThat(repairs).isLessThan(50);
    }

    @Test
    void isOverOnceARepairHasStood() {
        fightForLong();
        pass(Duration.ofSeconds(2));
        undoAndRepair();
        pass(LOOK);
        judge(true);
        pass(Duration.ofSeconds(2));
        undo();

        assertThat(postponed()).isEmpty();
        assertThat(undoAndRepair()).isEmpty();
    }

    @Test
    void isToldOnceHoweverLongItGoesOn() {
        var news = new ArrayList<Boolean>();
        for (int i = 0; i < 12; i++) {
            undoAndRepair().map(Truce::news).ifPresent(news::add);
            undoUntilOurTurn();
        }

        assertThat(news).startsWith(true);
        assertThat(news.subList(1, news.size())).containsOnly(false);
    }

    @Test
    void isToldAgainOnceItHasGoneOnForTenMinutes() {
        var news = new ArrayList<Boolean>();
        for (long end = now.get() + Duration.ofMinutes(21).toNanos(); now.get() < end; ) {
            undoAndRepair().map(Truce::news).ifPresent(news::add);
            undoUntilOurTurn();
        }

        assertThat(news).filteredOn(told -> told).hasSize(3);
    }

    /** Each of its repairs stood when it was looked at, and yet it is undone again and again. */
    @Test
    void isOneFightWhereARepairHasStoodForLessThanTwoSeconds() {
        for (int i = 0; i < 3; i++) {
            assertThat(undoAndRepair()).isEmpty();
            judge(true);
            pass(Duration.ofSeconds(1));
        }

        assertThat(undoAndRepair()).isPresent();
    }

    @Test
    void keepsFilesApart() {
        fightForLong();
        assertThat(fights.repaired("/other")).isEmpty();
    }

    private void fightForLong() {
        for (int i = 0; i < 15; i++) {
            undoAndRepair();
            undoUntilOurTurn();
        }
        undoAndRepair();
        pass(Duration.ofMillis(10));
        undo();
        judge(false);
    }

    private Optional<Truce> undoAndRepair() {
        undo();
        changed = now.get();
        return fights.repaired(FILE);
    }

    /** Somebody writes every 10 ms, and is seen to. */
    private void undoUntilOurTurn() {
        do {
            pass(Duration.ofMillis(10));
            undo();
            judge(false);
        } while (postponed().isPresent());
    }

    private void undo() {
        changed = now.get();
    }

    private void judge(boolean stands) {
        fights.judge(stands ? Set.of() : Set.of(FILE));
    }

    private Optional<Duration> postponed() {
        return Optional.ofNullable(
                fights.postponed(_ -> Duration.ofNanos(now.get() - changed)).get(FILE));
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
