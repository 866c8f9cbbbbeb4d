// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.health.Pulse;
import io.linkerd.multus.installer.health.Readiness;
import io.linkerd.multus.installer.node.NodePlan.Obstacle;
import io.linkerd.multus.installer.node.durable.FileChangeFailed;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.platform.NodePlatform;
import io.linkerd.multus.installer.platform.PlatformFinder;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.retry.Backoff;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the node right: looks at the whole, plans, writes what differs, and waits for the next event or the periodic look.
 *
 * <p>Runs on one thread, and is the only one that changes the node until it has been stopped.
 */
@Singleton
public final class NodeKeeper {
    private static final Logger log = LoggerFactory.getLogger(NodeKeeper.class);

    /** Behind the watch, for what it may have missed; up to a quarter less, so that nodes do not march in step. */
    private static final Duration PERIODIC_LOOK = Duration.ofSeconds(30);

    /** At most more often than a person looks at it, and rarely enough not to fill a log or wear out a disk. */
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));

    private final NodeHold hold;
    private final PlatformFinder platform;
    private final DesiredFinder finder;
    private final NodeFiles files;
    private final DirectoryWatch directories;
    private final Fights fights;
    private final ChangeLog changes;
    private final Readiness readiness;
    private final Pulse pulse;
    private final Wakeups wakeups;
    private final RandomGenerator random;

    NodeKeeper(
            NodeHold hold,
            PlatformFinder platform,
            DesiredFinder finder,
            NodeFiles files,
            DirectoryWatch directories,
            Fights fights,
            ChangeLog changes,
            Readiness readiness,
            Pulse pulse,
            Wakeups wakeups,
            RandomGenerator random) {
        this.hold = hold;
        this.platform = platform;
        this.finder = finder;
        this.files = files;
        this.directories = directories;
        this.fights = fights;
        this.changes = changes;
        this.readiness = readiness;
        this.pulse = pulse;
        this.wakeups = wakeups;
        this.random = random;
    }

    /** Keeps the node, which has to be taken, until stopped. */
    public void run() throws InterruptedException {
        for (int failures = 0; !wakeups.isStopped(); ) {
            switch (tryOnce()) {
                case QUIET -> wakeups.await(quietTime());
                case CHANGED -> failures = 0;
                case FAILED -> wakeups.pause(BACKOFF.after(++failures, random));
            }
        }
    }

    private enum Look {
        /** Nothing to write. */
        QUIET,
        /** Something was written; another look will tell whether that was all. */
        CHANGED,
        /** Something could not be done. */
        FAILED
    }

    private Look tryOnce() throws InterruptedException {
        pulse.beat();
        try {
            return once();
        } catch (FileChangeFailed e) {
            changes.failed(e);
            readiness.become(List.of(String.valueOf(e.getMessage())));
            return Look.FAILED;
        } catch (IOException e) {
            readiness.become(List.of("the lock for changes of the node failed: " + e.getMessage()));
            return Look.FAILED;
        } catch (RuntimeException e) {
            log.atError().setCause(e).log("looking after the node failed in a way that it should not; trying again");
            readiness.become(List.of("internal error: " + e));
            return Look.FAILED;
        }
    }

    private Look once() throws FileChangeFailed, IOException, InterruptedException {
        changes.beginRound();
        try (var _ = hold.turn()) {
            var journal = hold.journal();
            return journal.isPresent() ? look(journal.get()) : Look.FAILED;
        }
    }

    private Look look(Journal journal) {
        var recognition = platform.recognise(NodePlatform.named(journal.platform()));
        directories.follow(finder.watched(recognition)); // before the look, so that nothing falls between
        var desired = finder.find(recognition, journal);
        var plan = NodePlan.of(desired, files.observe(desired, journal, fights.postponed()));
        return plan.changes(journal) ? carryOut(plan, journal) : quiet(desired.problems(), plan.obstacles());
    }

    private Look quiet(List<String> problems, List<Obstacle> obstacles) {
        readiness.become(Stream.concat(problems.stream(), obstacles.stream().map(Obstacle::toString))
                .toList());
        return Look.QUIET;
    }

    private Look carryOut(NodePlan plan, Journal journal) {
        repair(plan).ifPresent(reason -> readiness.become(List.of(reason)));
        var applied = files.apply(plan, journal);
        hold.became(applied.journal());
        if (applied.failures().isEmpty()) {
            return Look.CHANGED;
        }
        readiness.become(applied.failures());
        return Look.FAILED;
    }

    private Duration quietTime() {
        var look = Duration.ofNanos((long) (PERIODIC_LOOK.toNanos() * (1 - random.nextDouble() / 4)));
        return fights.nextTurn().filter(turn -> turn.compareTo(look) < 0).orElse(look);
    }

    /** What somebody else has undone, in words; a newer content of ours is no reason to be unready. */
    private static Optional<String> repair(NodePlan plan) {
        return plan.actions().stream()
                .flatMap(action -> action instanceof NodeAction.Put(var file, var reason) && reason.isDrift()
                        ? Stream.of(file.path() + " was " + reason.label() + " by somebody else; repairing it")
                        : Stream.empty())
                .findFirst();
    }
}
