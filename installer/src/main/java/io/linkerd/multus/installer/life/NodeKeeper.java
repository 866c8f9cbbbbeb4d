// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.life;

import io.linkerd.multus.installer.durable.FileChangeFailed;
import io.linkerd.multus.installer.health.Metrics;
import io.linkerd.multus.installer.health.Readiness;
import io.linkerd.multus.installer.journal.Journal;
import io.linkerd.multus.installer.node.NodeAction;
import io.linkerd.multus.installer.node.NodeFiles;
import io.linkerd.multus.installer.node.NodePlan;
import io.linkerd.multus.installer.platform.NodePlatform;
import io.linkerd.multus.installer.platform.Recognition;
import io.linkerd.multus.installer.retry.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the node right: looks at the whole, plans, writes what differs, and waits for the next event or the periodic look.
 *
 * <p>Runs on one thread, and is the only one that changes the node until it has been stopped.
 */
final class NodeKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(NodeKeeper.class);

    /** Behind the watch, for what it may have missed; up to a quarter less, so that nodes do not march in step. */
    private static final Duration PERIODIC_LOOK = Duration.ofSeconds(30);

    /** More often than a person looks at it, and rarely enough not to fill a log or wear out a disk. */
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(5);

    private static final Duration FIRST_RETRY = Duration.ofMillis(100);

    private final NodeHold hold;
    private final NodeParts parts;
    private final Wakeups wakeups;
    private final Backoff backoff;
    private final RandomGenerator random;
    private Optional<NodePlatform> announced = Optional.empty();

    /** What the keeper works with. */
    record NodeParts(
            PlatformFinder platform,
            DesiredNode desired,
            NodeFiles files,
            DirectoryWatch watch,
            Fights fights,
            ChangeLog changes,
            Readiness readiness,
            Metrics metrics) {}

    NodeKeeper(NodeHold hold, NodeParts parts, Wakeups wakeups, RandomGenerator random) {
        this.hold = hold;
        this.parts = parts;
        this.wakeups = wakeups;
        this.random = random;
        this.backoff = new Backoff(FIRST_RETRY, LONGEST_RETRY, random);
    }

    /** Keeps the node until stopped. */
    void run() throws InterruptedException {
        while (!wakeups.isStopped()) {
            switch (tryOnce()) {
                case QUIET -> wakeups.await(quietTime());
                case CHANGED -> backoff.reset();
                case FAILED -> wakeups.pause(backoff.next());
            }
        }
    }

    private enum Round {
        /** Nothing to write. */
        QUIET,
        /** Something was written; a look will tell whether that was all. */
        CHANGED,
        /** Something could not be done. */
        FAILED
    }

    private Round tryOnce() {
        try {
            return once();
        } catch (FileChangeFailed e) {
            parts.changes().failed(e);
            parts.readiness().become(parts.changes().takeFailures());
            return Round.FAILED;
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).log("looking after the node failed in a way that it should not; trying again");
            parts.readiness().become(List.of("internal error: " + e));
            return Round.FAILED;
        }
    }

    private Round once() throws FileChangeFailed {
        var journal = hold.journal();
        var recognition = parts.platform().recognise(journal);
        announce(recognition);
        parts.watch().follow(parts.desired().watched(recognition)); // before the look, so that nothing falls between
        var wanted = parts.desired().gather(recognition, journal);
        wanted.token().ifPresentOrElse(token -> showExpiry(token.expiresAt()), () -> showExpiry(Instant.MAX));
        var observed =
                parts.files().observe(wanted.desired(), journal, parts.fights().postponed());
        var plan = NodePlan.of(wanted.desired(), observed);
        if (!plan.changesSomething(journal)) {
            parts.changes().takeFailures();
            parts.readiness().become(reasons(wanted.problems(), plan));
            return Round.QUIET;
        }
        return carryOut(plan, journal);
    }

    private Round carryOut(NodePlan plan, Journal journal) {
        repairs(plan).ifPresent(reason -> parts.readiness().become(List.of(reason)));
        var outcome = parts.files().apply(plan, journal);
        hold.became(outcome.journal());
        if (outcome.complete()) {
            return Round.CHANGED;
        }
        parts.readiness().become(parts.changes().takeFailures());
        return Round.FAILED;
    }

    private Duration quietTime() {
        var look = Duration.ofNanos((long) (PERIODIC_LOOK.toNanos() * (1 - random.nextDouble() / 4)));
        return parts.fights()
                .nextTurn()
                .filter(turn -> turn.compareTo(look) < 0)
                .orElse(look);
    }

    private static List<String> reasons(List<String> problems, NodePlan plan) {
        var reasons = new ArrayList<>(problems);
        for (var action : plan.actions()) {
            switch (action) {
                case NodeAction.Blocked(var path, var reason) -> reasons.add(path + " cannot be used: " + reason);
                case NodeAction.Postponed(var path) ->
                    reasons.add(path + " is not as it should be: somebody else keeps undoing it");
                case NodeAction.MakeDirectory _,
                        NodeAction.Put _,
                        NodeAction.GiveBack _,
                        NodeAction.Forget _,
                        NodeAction.RemoveDirectory _ -> {}
            }
        }
        return reasons;
    }

    /** What somebody else has undone, in words; a newer content of ours is no reason to be unready. */
    private static Optional<String> repairs(NodePlan plan) {
        for (var action : plan.actions()) {
            if (action instanceof NodeAction.Put(var file, var reason) && reason.isDrift()) {
                return Optional.of(file.path() + " was " + reason.label() + " by somebody else; repairing it");
            }
        }
        return Optional.empty();
    }

    private void announce(Recognition recognition) {
        if (recognition instanceof Recognition.Recognised(var platform, var reason, var _)
                && !announced.equals(Optional.of(platform))) {
            LOG.atInfo()
                    .addKeyValue("platform", platform.label())
                    .addKeyValue("binaries", platform.binDirectory())
                    .addKeyValue("reason", reason)
                    .log("recognised the node");
            announced = Optional.of(platform);
        }
    }

    private void showExpiry(Instant expiresAt) {
        if (expiresAt.equals(Instant.MAX)) {
            parts.metrics().clear(Metrics.Family.TOKEN_EXPIRY_TIMESTAMP_SECONDS);
        } else {
            parts.metrics().set(Metrics.Family.TOKEN_EXPIRY_TIMESTAMP_SECONDS, expiresAt.getEpochSecond());
        }
    }
}
