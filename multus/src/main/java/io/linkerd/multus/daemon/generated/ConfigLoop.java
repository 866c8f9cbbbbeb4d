// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import io.linkerd.multus.service.clocks.Waits;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.files.DirectoryWatch;
import io.linkerd.multus.service.files.WatchFilter;
import io.linkerd.multus.service.retry.Backoff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** When the configuration is looked at: when something has happened in its folders, and from time to time in any case. */
public final class ConfigLoop {
    /** A program changes a file in several steps, and so do we: one look sees them all. */
    private static final Duration PACE = Duration.ofMillis(20);

    /** While we give way there is an event for each thing that the other program does, and nothing to do. */
    private static final Duration GIVING_WAY_PACE = Duration.ofMillis(250);

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));

    private final ConfigKeeper keeper;
    private final Waits waits;
    private final Consumer<Set<Path>> follow;
    private final RandomGenerator random;

    /** How it ended. */
    public enum End {
        /** It was asked to. */
        STOPPED,
        /** The readiness indicator file is gone, and so is the configuration. */
        READINESS_FILE_REMOVED
    }

    /** A loop that has not begun; {@code follow} is told before each look which folders to watch. */
    ConfigLoop(ConfigKeeper keeper, Waits waits, Consumer<Set<Path>> follow, RandomGenerator random) {
        this.keeper = keeper;
        this.waits = waits;
        this.follow = follow;
        this.random = random;
    }

    /** Keeps the configuration until the wakeups are stopped, or it is over. */
    public static End run(ConfigKeeper keeper, Wakeups wakeups, RandomGenerator random) throws InterruptedException {
        try (var folders = new DirectoryWatch(wakeups, WatchFilter.all(), _ -> {})) {
            var signals = Thread.ofVirtual().name("folders").start(folders);
            try {
                return new ConfigLoop(keeper, wakeups, folders::follow, random).run();
            } finally {
                signals.interrupt();
            }
        }
    }

    End run() throws InterruptedException {
        keeper.tidy();
        for (int failures = 0; !waits.isStopped(); ) {
            waits.await(Duration.ZERO); // what was signalled until now is seen by this look
            var turn = turn();
            failures = turn instanceof ConfigTurn.Failed ? failures + 1 : 0;
            switch (turn) {
                case ConfigTurn.Again _ -> {}
                case ConfigTurn.Rest(var longest) -> rest(longest, PACE);
                case ConfigTurn.GivingWay(var pause) -> rest(pause, shorter(pause, GIVING_WAY_PACE));
                case ConfigTurn.Failed _ -> waits.pause(BACKOFF.after(failures, random));
                case ConfigTurn.Over _ -> {
                    return End.READINESS_FILE_REMOVED;
                }
            }
        }
        return End.STOPPED;
    }

    /** The edge of the loop: a thread that has ended would keep nothing, and look like a quiet node. */
    private ConfigTurn turn() {
        try {
            follow.accept(keeper.observer().folders());
            return keeper.turn();
        } catch (RuntimeException | Error fault) {
            return keeper.broken(fault);
        }
    }

    private void rest(Duration longest, Duration pace) throws InterruptedException {
        if (waits.await(longest)) {
            waits.pause(pace);
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
