// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.life;

import io.linkerd.multus.installer.retry.Backoff;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Finds out when somebody else keeps undoing our repairs, and gives way for longer and longer.
 *
 * <p>The first few repairs of a file are made at once, as drift should be. From then on each waits twice as long as the one before, up
 * to 30 s, until the file has been left alone for a minute. For one thread.
 */
final class Fights {
    private static final int AT_ONCE = 3;
    private static final Duration FIRST_WAIT = Duration.ofMillis(100);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final Duration PEACE = Duration.ofSeconds(60);

    private final LongSupplier nanoClock;
    private final Map<String, Fight> fights = new HashMap<>();

    /** Moments in nanoseconds. */
    private record Fight(int repairs, long lastRepair, long notBefore) {}

    Fights(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** Notes that a file was put right; how long its next repair has to wait, nothing while it need not. */
    Optional<Duration> repaired(String path) {
        long now = nanoClock.getAsLong();
        var before = fights.get(path);
        int repairs = before == null || now - before.lastRepair() > PEACE.toNanos() ? 1 : before.repairs() + 1;
        if (repairs <= AT_ONCE) {
            fights.put(path, new Fight(repairs, now, now));
            return Optional.empty();
        }
        var wait = Backoff.doubled(FIRST_WAIT, LONGEST_WAIT, repairs - AT_ONCE - 1);
        fights.put(path, new Fight(repairs, now, now + wait.toNanos()));
        return Optional.of(wait);
    }

    /** Files that are left alone for now. */
    Set<String> postponed() {
        long now = nanoClock.getAsLong();
        return fights.entrySet().stream()
                .filter(fight -> fight.getValue().notBefore() - now > 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** How long until the first of them may be put right; empty when none waits. */
    Optional<Duration> nextTurn() {
        long now = nanoClock.getAsLong();
        return fights.values().stream()
                .map(fight -> Duration.ofNanos(fight.notBefore() - now))
                .filter(Duration::isPositive)
                .min(Duration::compareTo);
    }
}
