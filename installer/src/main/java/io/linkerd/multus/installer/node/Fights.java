// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.retry.Backoff;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Finds out when somebody else keeps undoing our repairs, and gives way for longer and longer.
 *
 * <p>The first few repairs of a file are made at once, as drift should be. From then on each waits twice as long as the one before, up
 * to 30 s; but no longer than until nothing has happened to the file for as long as that wait, or for 2 s. A fight is over once a repair
 * has stood for as long. For one thread.
 */
@Singleton
final class Fights {
    private static final int AT_ONCE = 3;

    /** 2 s, less what it takes to see the last change, to look again, and to write the largest file. */
    private static final Duration CALM = Duration.ofMillis(1500);

    /** A fight that goes on is no news. */
    private static final Duration NEWS = Duration.ofMinutes(10);

    private final LongSupplier nanos;
    private final Map<String, Fight> fights = new HashMap<>();

    /**
     * Moments in nanoseconds.
     *
     * @param pause what the last repair has to stand, none of the first few
     * @param stands whether it was still there when it was last looked at
     * @param told when people were told of it
     */
    private record Fight(int repairs, long repaired, Duration pause, boolean stands, Optional<Long> told) {
        Duration calm() {
            return pause.isPositive() && pause.compareTo(CALM) < 0 ? pause : CALM;
        }

        boolean isOver(long now) {
            return stands && now - repaired >= calm().toNanos();
        }

        Fight judged(boolean nowStands) {
            return new Fight(repairs, repaired, pause, nowStands, told);
        }

        /** How long the next repair has to wait, where nothing has happened for so long. */
        Duration left(long now, Duration unchanged) {
            var turn = Duration.ofNanos(repaired + pause.toNanos() - now);
            var calmTurn = calm().minus(unchanged);
            return turn.compareTo(calmTurn) < 0 ? turn : calmTurn;
        }
    }

    /**
     * What a repair leads to when it was one too many.
     *
     * @param pause before the next
     * @param news whether this is the first that is heard of it in a while
     */
    record Truce(Duration pause, boolean news) {}

    Fights(Clocks clocks) {
        this.nanos = clocks.nanos();
    }

    /** Notes that a file was put right, and tells when its next repair has to wait. */
    Optional<Truce> repaired(String path) {
        long now = nanos.getAsLong();
        var before = Optional.ofNullable(fights.get(path));
        int repairs = 1
                + before.filter(fight -> !fight.isOver(now)).map(Fight::repairs).orElse(0);
        var told = before.flatMap(Fight::told).filter(when -> now - when < NEWS.toNanos());
        if (repairs <= AT_ONCE) {
            fights.put(path, new Fight(repairs, now, Duration.ZERO, false, told));
            return Optional.empty();
        }
        var pause = Backoff.AGAIN.after(repairs - AT_ONCE);
        fights.put(path, new Fight(repairs, now, pause, false, told.or(() -> Optional.of(now))));
        return Optional.of(new Truce(pause, told.isEmpty()));
    }

    /** Notes where our repairs were found undone, and so that the others stand. */
    void judge(Set<String> undone) {
        fights.replaceAll((path, fight) -> fight.judged(!undone.contains(path)));
    }

    /** {@return files that are left alone for now, and for how long at most, given for how long nothing has happened to each} */
    Map<String, Duration> postponed(Function<String, Duration> unchanged) {
        long now = nanos.getAsLong();
        var postponed = new HashMap<String, Duration>();
        fights.forEach((path, fight) -> {
            if (fight.pause().isPositive() && !fight.isOver(now)) {
                var left = fight.left(now, unchanged.apply(path));
                if (left.isPositive()) {
                    postponed.put(path, left);
                }
            }
        });
        return postponed;
    }
}
