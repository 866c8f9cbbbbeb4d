// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Waits;
import io.linkerd.multus.service.retry.Backoff;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * When the daemon, or a watch, looks at the node: at once when something happens after a while without, soon after for the rest of what it
 * began, then no more often than every 20 ms for all that follows, once more when nothing has happened for a moment, and from time to time
 * in any case.
 */
@Singleton
public final class PacedLoop {
    /** Whoever changes a file does so in several steps, each an event, and so do we: one look sees them all. */
    static final Duration PACE = Duration.ofMillis(20);

    /**
     * After the first look in a while, which may have come between a writer's steps: whoever empties a file writes it in the next moment,
     * and whoever makes a folder for a new token is done within a millisecond or two.
     */
    static final Duration SECOND_LOOK = Duration.ofMillis(2);

    /** While we give way there is an event for each thing that somebody does, and nothing for us to do. */
    static final Duration GIVING_WAY_PACE = Duration.ofMillis(250);

    /**
     * Longer than the ticks of a file system's clock, of 10 ms at most: what was edited within the tick of the look before shows its
     * content to the next look alone.
     */
    static final Duration CALM = Duration.ofMillis(100);

    /** Behind the watch, for what it may have missed; up to a quarter less, so that nodes do not march in step. */
    static final Duration PERIODIC_LOOK = Duration.ofSeconds(30);

    /** At most more often than a person looks at it, and rarely enough not to fill a log or wear out a disk. */
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));

    private final Waits waits;
    private final LongSupplier nanos;
    private final RandomGenerator random;

    @Inject
    PacedLoop(Waits waits, Clocks clocks, RandomGenerator random) {
        this(waits, clocks.nanos(), random);
    }

    PacedLoop(Waits waits, LongSupplier nanos, RandomGenerator random) {
        this.waits = waits;
        this.nanos = nanos;
        this.random = random;
    }

    /** Looks at the node, and does what is to be done. */
    @FunctionalInterface
    public interface Work {
        Look look(Depth depth) throws InterruptedException;
    }

    /** How a look ended. */
    public sealed interface Look {
        /** Nothing to write. */
        record Quiet() implements Look {}

        /** Nothing to write, and something that is to be told if it lasts for so long. */
        record Unsettled(Duration rest) implements Look {}

        /** Something to write, but not before so long, since another process keeps undoing it. */
        record GivingWay(Duration turn) implements Look {}

        /** Something was written; another look will tell whether that was all. */
        record Changed() implements Look {}

        /** Something could not be done; events wait as well, since the attempt may have caused them. */
        record Failed() implements Look {}

        /**
         * Something that is asked for cannot be done; an event may be the cure, and ends the long wait, but not the pause that grows with
         * each try: the try itself may have caused it, as where a file did not fit on a full disk.
         */
        record Refused() implements Look {}
    }

    /** What there was between the look before and this one. */
    private enum Before {
        /** Nothing, for as long as could be. */
        CALM,
        /** Nothing for longer than the pace, and then something. */
        STILL,
        /** Something, so that this one had to wait, or follows at once. */
        BUSY
    }

    /** Looks until stopped. */
    public void run(Work work) throws InterruptedException {
        var before = Before.BUSY;
        for (int failures = 0; !waits.isStopped(); ) {
            waits.await(Duration.ZERO); // what was signalled until now is seen by this look
            long began = nanos.getAsLong();
            var look = work.look(before == Before.CALM ? Depth.THOROUGH : Depth.PROMPT);
            failures = look instanceof Look.Failed || look instanceof Look.Refused ? failures + 1 : 0;
            before = switch (look) {
                case Look.Quiet _ -> quiet(began, before, periodic());
                case Look.Unsettled(var lasting) -> quiet(began, before, lasting);
                case Look.GivingWay(var turn) ->
                    rest(began, turn, turn.compareTo(GIVING_WAY_PACE) < 0 ? turn : GIVING_WAY_PACE);
                case Look.Changed _ -> Before.BUSY;
                case Look.Failed _ -> {
                    waits.pause(BACKOFF.after(failures, random));
                    yield Before.BUSY;
                }
                case Look.Refused _ -> {
                    var pause = BACKOFF.after(failures, random);
                    waits.pause(pause);
                    yield rest(began, Backoff.PATIENT.after(failures, random).minus(pause), PACE);
                }
            };
        }
    }

    private Before quiet(long began, Before before, Duration longest) throws InterruptedException {
        return rest(began, before == Before.CALM ? longest : CALM, before == Before.BUSY ? PACE : SECOND_LOOK);
    }

    /** Waits for the next event, at longest for so long; where there was one, the next look waits its time. */
    private Before rest(long began, Duration longest, Duration pace) throws InterruptedException {
        if (!waits.await(longest)) {
            return Before.CALM;
        }
        long passed = nanos.getAsLong() - began;
        waits.pause(pace.minusNanos(passed));
        return passed >= PACE.toNanos() ? Before.STILL : Before.BUSY;
    }

    private Duration periodic() {
        return Duration.ofNanos((long) (PERIODIC_LOOK.toNanos() * (1 - random.nextDouble() / 4)));
    }
}
