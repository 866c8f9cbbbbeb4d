// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.retry.Backoff;
import io.linkerd.multus.service.retry.Fight;
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
    private static final Fight.Manners MANNERS = new Fight.Manners(3, Backoff.AGAIN);

    /** 2 s, less what it takes to see the last change, to look again, and to write the largest file. */
    private static final Duration CALM = Duration.ofMillis(1500);

    private final LongSupplier nanos;
    private final Map<String, Repairs> repairs = new HashMap<>();

    /**
     * The repairs of one file.
     *
     * @param stands whether the last one was still there when it was last looked at
     * @param told when people were told of it, in nanoseconds
     */
    private record Repairs(Fight fight, boolean stands, Optional<Long> told) {
        Duration calm() {
            var pause = fight.pause();
            return pause.isPositive() && pause.compareTo(CALM) < 0 ? pause : CALM;
        }

        boolean isOver(long now) {
            return stands && fight.since(now).compareTo(calm()) >= 0;
        }

        Repairs judged(boolean nowStands) {
            return new Repairs(fight, nowStands, told);
        }

        /** How long the next repair has to wait, where nothing has happened for so long. */
        Duration left(long now, Duration unchanged) {
            var turn = fight.pause().minus(fight.since(now));
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
        var before = Optional.ofNullable(repairs.get(path));
        var fight = before.filter(made -> !made.isOver(now))
                .map(Repairs::fight)
                .orElseGet(() -> Fight.none(MANNERS, now))
                .written(now);
        var told = before.flatMap(Repairs::told).filter(when -> now - when < Fight.NEWS.toNanos());
        if (!fight.isOn()) {
            repairs.put(path, new Repairs(fight, false, told));
            return Optional.empty();
        }
        repairs.put(path, new Repairs(fight, false, told.or(() -> Optional.of(now))));
        return Optional.of(new Truce(fight.pause(), told.isEmpty()));
    }

    /** Notes where our repairs were found undone, and so that the others stand. */
    void judge(Set<String> undone) {
        repairs.replaceAll((path, made) -> made.judged(!undone.contains(path)));
    }

    /** Notes whether the last repair of one file was found standing. */
    void judge(String path, boolean stands) {
        repairs.computeIfPresent(path, (_, made) -> made.judged(stands));
    }

    /** {@return files that are left alone for now, and for how long at most, given for how long nothing has happened to each} */
    Map<String, Duration> postponed(Function<String, Duration> unchanged) {
        long now = nanos.getAsLong();
        var postponed = new HashMap<String, Duration>();
        repairs.forEach((path, made) -> {
            if (made.fight().isOn() && !made.isOver(now)) {
                var left = made.left(now, unchanged.apply(path));
                if (left.isPositive()) {
                    postponed.put(path, left);
                }
            }
        });
        return postponed;
    }
}
