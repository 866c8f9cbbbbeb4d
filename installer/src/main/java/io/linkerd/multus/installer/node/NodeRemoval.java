// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.NodePlan.Obstacle;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.clocks.Pauses;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.FileLock;
import io.linkerd.multus.service.retry.Backoff;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes everything that is ours off the node, and gives back what was there before. */
@Singleton
public final class NodeRemoval {
    private static final Logger log = LoggerFactory.getLogger(NodeRemoval.class);

    /** For all of it: of the 60 s of {@code terminationGracePeriodSeconds} 10 s may have gone until it begins ({@code LastWait.ALL}). */
    private static final Duration ALL = Duration.ofSeconds(45);

    /** Of pauses before something else is done, and what cannot be given back is left for the end: nine attempts. */
    private static final Duration MOMENT = Duration.ofMillis(2550);

    /** What stands in the way may be a moment's, as a list is that is being written, and after an uninstall nobody comes who would try again. */
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(10), Duration.ofSeconds(2));

    /** A pod that was begun while a list named the plugin is cached when its network is there, which takes a second or two. */
    private static final Duration IN_FLIGHT = Duration.ofSeconds(3);

    /** For all passes over what is cached, with the wait between them. */
    private static final Duration CACHE = Duration.ofSeconds(12);

    /** What has to be left of {@link #ALL} once it is our turn: both passes over the files, the cache, and the last wait of the backoff. */
    private static final Duration WORK = CACHE.plus(MOMENT).plus(MOMENT).plusSeconds(2);

    private static final Desired NOTHING = Desired.nothing(EntryOwner.DAEMON);

    private final NodeHold hold;
    private final NodeFiles files;
    private final RuntimeCache cache;
    private final Pauses pauses;
    private final Clocks clocks;

    NodeRemoval(NodeHold hold, NodeFiles files, RuntimeCache cache, Pauses pauses, Clocks clocks) {
        this.hold = hold;
        this.files = files;
        this.cache = cache;
        this.pauses = pauses;
        this.clocks = clocks;
    }

    /** Removes, and gives the node up; nobody else may work on the node any more when this is called. */
    public void run(Duration waitForNode) throws InterruptedException, IOException, FileChangeFailed {
        var end = Deadline.in(ALL, clocks.nanos());
        if (!hold.isTaken() && !takeWithin(waitForNode)) {
            log.atError().log("another installer has the node; nothing is removed by this one");
            return;
        }
        try (var turn = turn(end)) {
            run(turn, end);
        }
    }

    /** After an uninstall no process comes that would try again. */
    private FileLock turn(Deadline end) throws InterruptedException, FileChangeFailed {
        try {
            return hold.turn();
        } catch (FileChangeFailed e) {
            log.atWarn().addKeyValue("reason", e.getMessage()).log("the removal waits for its turn at the node");
            return hold.turn(end.left().minus(WORK));
        }
    }

    /** Networks first: a node whose networks name a plugin that is gone starts no pod, and we may be killed at any moment. */
    private void run(FileLock turn, Deadline end) throws InterruptedException, IOException, FileChangeFailed {
        if (left().filter(Left::pluginGoes).isEmpty() || !cache.isToBeChanged()) {
            giveUp(turn, untilEnd(giveBack(_ -> NOTHING, Left::isDone, MOMENT), end));
            return;
        }
        giveBack(Desired::withoutNetworks, Left::hasNoNetwork, MOMENT);
        var time = Deadline.in(CACHE, clocks.nanos());
        cache.takeOut(time); // before the plugin goes, so that no pod ends without both
        var rest = giveBack(_ -> NOTHING, Left::isDone, MOMENT);
        cache.takeOut(time);
        if (time.left().compareTo(IN_FLIGHT) > 0) {
            pauses.pause(IN_FLIGHT);
            cache.takeOut(time);
        }
        giveUp(turn, untilEnd(rest, end));
    }

    private Left untilEnd(Left rest, Deadline end) throws InterruptedException {
        if (rest.isNothing()) {
            return rest;
        }
        log.atWarn()
                .addKeyValue("files", rest.paths())
                .addKeyValue("reasons", rest.reasons())
                .addKeyValue("for", end.left())
                .log("some files cannot be given back yet; trying again until the end of this process");
        return giveBack(_ -> NOTHING, Left::isDone, end.left());
    }

    /** Gives back all but what is wanted, again and again until it is done, or the pauses have taken so long. */
    private Left giveBack(Function<Journal, Desired> wanted, Predicate<Journal> isDone, Duration patience)
            throws InterruptedException {
        var left = left();
        var reasons = List.<String>of();
        var rest = patience;
        for (int attempt = 1; left.filter(isDone).isEmpty() && !rest.isNegative(); attempt++) {
            reasons = left.map(journal -> giveBack(wanted.apply(journal), journal))
                    .orElseGet(List::of);
            left = left();
            var pause = BACKOFF.after(attempt);
            rest = rest.minus(pause);
            if (left.filter(isDone).isEmpty() && !rest.isNegative()) {
                pauses.pause(pause);
            }
        }
        return new Left(left, reasons);
    }

    private void giveUp(FileLock turn, Left last) throws IOException, FileChangeFailed {
        if (!last.isNothing()) {
            log.atError()
                    .addKeyValue("files", last.paths())
                    .addKeyValue("reasons", last.reasons())
                    .log("some files could not be given back; the journal stays, and the next installer on this node"
                            + " will try again");
            hold.giveUp();
        } else if (last.journal().filter(Journal::isClean).isPresent()) {
            hold.giveUpForGood(turn);
            log.atInfo().log("the node is as it was before us");
        } else {
            hold.giveUp();
            log.atInfo()
                    .addKeyValue("owners", last.owners())
                    .log("what this daemon has put on the node is gone; what others of ours have put there stays");
        }
    }

    /** Gives back what can be, and tells why the rest cannot. */
    private List<String> giveBack(Desired desired, Journal journal) {
        var plan = NodePlan.of(desired, files.observe(desired, journal, Set.of()));
        var applied = files.apply(plan, journal);
        hold.became(applied.journal());
        return Stream.concat(plan.obstacles().stream().map(Obstacle::toString), applied.failures().stream())
                .toList();
    }

    /** What is left of ours; empty when the disk does not say. */
    private Optional<Journal> left() {
        try {
            return hold.journal();
        } catch (FileChangeFailed e) {
            log.atError().addKeyValue("failure", e.getMessage()).log("a change of the node failed; trying again");
            return Optional.empty();
        }
    }

    private boolean takeWithin(Duration time) throws InterruptedException {
        var wakeups = new Wakeups();
        var taker = Thread.ofPlatform().daemon().name("take-node").start(() -> {
            try {
                hold.take(wakeups);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
        taker.join(time);
        wakeups.stop();
        return hold.isTaken();
    }
}
