// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import io.linkerd.multus.service.retry.Backoff;
import io.linkerd.multus.service.retry.Fight;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Finds out which objects another writer keeps undoing, and has them written less and less often.
 *
 * <p>What is written once more with the same content, and changes something by that, is a repair. The first few are made at once, as drift
 * should be; from then on each waits twice as long as the one before, up to 30 s. It is over once a repair has stood for as long as the next
 * would have waited, and for 2 s at least; or once it has been ours to write again for 2 s, and we had no more reason to.
 */
final class ContestedWrites {
    private static final Fight.Manners MANNERS = new Fight.Manners(3, Backoff.AGAIN);
    private static final Duration SHORTEST_PEACE = Duration.ofSeconds(2);

    /** What is over is forgotten so often, and no object is remembered for longer than that after its last fight. */
    private static final Duration SWEEP = Duration.ofSeconds(30);

    private final LongSupplier nanos;
    private final AtomicLong swept;
    private final ConcurrentMap<String, Standing> objects = new ConcurrentHashMap<>();

    /**
     * How it stands with one object.
     *
     * @param content a sum of what was written last
     * @param state what it was after that: another one after the next write says that there was something to repair
     * @param repairs how often it was written once more; the last moment is that of the first write, where there was none
     * @param undone when it was last found that the last write was undone; empty where it was not
     */
    private record Standing(int content, String state, Fight repairs, Optional<Long> undone) {
        boolean isOver(long now) {
            return undone.map(found ->
                            repairs.since(now).compareTo(repairs.pause().plus(SHORTEST_PEACE)) >= 0
                                    && Duration.ofNanos(now - found).compareTo(SHORTEST_PEACE) >= 0)
                    .orElseGet(() -> repairs.since(now).compareTo(peace()) >= 0);
        }

        Duration peace() {
            var pause = repairs.pause();
            return pause.compareTo(SHORTEST_PEACE) < 0 ? SHORTEST_PEACE : pause;
        }

        Standing foundUndone(long now) {
            return new Standing(content, state, repairs, Optional.of(now));
        }

        Standing writtenAgain(String after, long now) {
            return new Standing(content, after, repairs.written(now), Optional.empty());
        }

        Standing foundRight(String now) {
            return new Standing(content, now, repairs, Optional.empty());
        }

        Duration left(long now) {
            return repairs.pause().minus(repairs.since(now));
        }
    }

    ContestedWrites(LongSupplier nanos) {
        this.nanos = nanos;
        this.swept = new AtomicLong(nanos.getAsLong());
    }

    /** Passes, or throws {@link Contested} where the write of this content has to wait */
    void requireTurn(String object, int content) {
        turn(object, content).ifPresent(left -> {
            throw new Contested(object, left);
        });
    }

    /** Passes, or throws {@link Contested} where it has to wait, since the object comes again each time that it was deleted */
    void requireTurnToDelete(String object) {
        turn(deletionOf(object), 0).ifPresent(left -> {
            throw new Contested(object, left);
        });
    }

    /** Passes, or throws {@link Contested} where there is a fight over it */
    void requirePeace(String object) {
        fight(object).or(() -> fight(deletionOf(object))).ifPresent(left -> {
            throw new Contested(object, left);
        });
    }

    /** {@return how long the write of this content has to wait; empty where it may be sent} */
    Optional<Duration> turn(String object, int content) {
        long now = nanos.getAsLong();
        // Nothing is known any more of what says something else now, or has stood for long enough.
        return Optional.ofNullable(objects.computeIfPresent(
                        object,
                        (_, last) -> last.content() != content || last.isOver(now) ? null : last.foundUndone(now)))
                .map(last -> last.left(now))
                .filter(Duration::isPositive);
    }

    /**
     * Notes that it was written.
     *
     * @param on which says in what version it was seen before: where it still has that one, or that of our last write, nothing was to be
     *     repaired, and another writer has changed at most what is not ours
     * @param after how it is now
     */
    void wrote(String object, int content, Precondition on, Written after) {
        wrote(object, content, on.seenBefore(), after);
    }

    /**
     * Notes that the one with this uid was deleted, which ends a fight over what it says. One that a finalizer keeps is deleted again and
     * again: that is no fight.
     */
    void deleted(String object, String uid) {
        objects.remove(object);
        wrote(deletionOf(object), 0, Optional.empty(), new Written(uid, uid));
    }

    private static String deletionOf(String object) {
        return "deletion of " + object;
    }

    private void wrote(String object, int content, Optional<String> before, Written after) {
        long now = nanos.getAsLong();
        sweep(now);
        objects.compute(object, (_, last) -> {
            if (last == null || last.content() != content) {
                return new Standing(content, after.state(), Fight.none(MANNERS, now), Optional.empty());
            }
            return last.state().equals(after.state())
                            || before.filter(after.version()::equals).isPresent()
                    ? last.foundRight(after.state())
                    : last.writtenAgain(after.state(), now);
        });
    }

    /** {@return how long a fight over an object goes on at least; empty where there is none, or it is over} */
    private Optional<Duration> fight(String object) {
        long now = nanos.getAsLong();
        return Optional.ofNullable(objects.get(object))
                .filter(last -> last.repairs().isOn() && !last.isOver(now))
                .map(last -> last.undone().isPresent()
                        ? last.left(now)
                        : last.peace().minus(last.repairs().since(now)))
                .map(left -> left.isPositive() ? left : SHORTEST_PEACE);
    }

    private void sweep(long now) {
        long last = swept.get();
        if (now - last >= SWEEP.toNanos() && swept.compareAndSet(last, now)) {
            objects.values().removeIf(standing -> standing.isOver(now));
        }
    }
}
