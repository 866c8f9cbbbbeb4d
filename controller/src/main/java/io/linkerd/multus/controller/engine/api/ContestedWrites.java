// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import io.linkerd.multus.service.retry.Backoff;
import io.linkerd.multus.service.retry.Fight;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

/**
 * Finds out which objects another writer keeps undoing, and has them written less and less often.
 *
 * <p>What is applied once more with the same content is a repair. The first few are made at once, as drift should be; from then on each waits
 * twice as long as the one before, up to 30 s. It is over once a repair has stood for as long as the next would have waited, and for 2 s at least.
 */
final class ContestedWrites {
    private static final Fight.Manners MANNERS = new Fight.Manners(3, Backoff.AGAIN);
    private static final Duration SHORTEST_PEACE = Duration.ofSeconds(2);

    /** So many are remembered whatever their age, since a start writes to each namespace once. */
    private static final int FEW = 1000;

    private final LongSupplier nanos;
    private final ConcurrentMap<String, Standing> objects = new ConcurrentHashMap<>();

    /**
     * How it stands with one object.
     *
     * @param content a sum of what was written last
     * @param repairs how often it was written once more; the last moment is that of the first write, where there was none
     * @param undone whether the last write was found undone
     */
    private record Standing(int content, Fight repairs, boolean undone) {
        boolean isOver(long now) {
            var pause = repairs.pause();
            var peace = pause.compareTo(SHORTEST_PEACE) < 0 ? SHORTEST_PEACE : pause;
            return !undone && repairs.since(now).compareTo(peace) >= 0;
        }

        Standing foundUndone() {
            return new Standing(content, repairs, true);
        }

        Standing writtenAgain(long now) {
            return new Standing(content, repairs.written(now), false);
        }

        Duration left(long now) {
            return repairs.pause().minus(repairs.since(now));
        }
    }

    ContestedWrites(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** {@return how long the write of this content has to wait; empty where it may be sent} */
    Optional<Duration> turn(String object, int content) {
        long now = nanos.getAsLong();
        // Nothing is known any more of what says something else now, or has stood for long enough.
        return Optional.ofNullable(objects.computeIfPresent(
                        object,
                        (_, last) -> last.content() != content || last.isOver(now) ? null : last.foundUndone()))
                .map(last -> last.left(now))
                .filter(Duration::isPositive);
    }

    /** Notes that it was written. */
    void wrote(String object, int content) {
        long now = nanos.getAsLong();
        if (objects.size() >= FEW) {
            objects.values().removeIf(standing -> standing.isOver(now));
        }
        objects.merge(
                object,
                new Standing(content, Fight.none(MANNERS, now), false),
                (last, first) -> last.content() == content ? last.writtenAgain(now) : first);
    }

    /** Forgets an object that was deleted. */
    void forget(String object) {
        objects.remove(object);
    }
}
