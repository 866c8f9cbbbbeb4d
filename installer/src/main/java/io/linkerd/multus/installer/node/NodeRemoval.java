// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

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

    private static final Backoff BACKOFF = GivingBack.BACKOFF;

    /** A pod that was begun while a list named the plugin is cached when its network is there, which takes a second or two. */
    private static final Duration IN_FLIGHT = Duration.ofSeconds(3);

    /** For all passes over what is cached, with the wait between them. */
    private static final Duration CACHE = Duration.ofSeconds(12);

    /** What has to be left of {@link #ALL} once it is our turn: both passes over the files, the cache, and the last wait of the backoff. */
    private static final Duration WORK = CACHE.plus(MOMENT).plus(MOMENT).plusSeconds(2);

    /** How long a lock that another process has is waited for at a time. */
    private static final Duration LOOK = Duration.ofSeconds(5);

    private static final Desired NOTHING = Desired.nothing(EntryOwner.DAEMON);

    private final NodeHold hold;
    private final GivingBack files;
    private final RuntimeCache cache;
    private final Pauses pauses;
    private final Clocks clocks;

    NodeRemoval(NodeHold hold, NodeFiles files, RuntimeCache cache, Pauses pauses, Clocks clocks) {
        this.hold = hold;
        this.files = new GivingBack(hold, files, pauses, clocks.nanos());
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
        Left rest;
        try (var turn = turn(end)) {
            rest = inOrder();
            try {
                if (leaves(turn, rest)) {
                    return;
                }
            } catch (FileChangeFailed e) {
                rest = rest.because(e);
            }
        }
        untilEnd(rest, end);
    }

    /** After an uninstall no process comes that would try again, whatever keeps this one from its turn. */
    private FileLock turn(Deadline end) throws InterruptedException, FileChangeFailed {
        var patience = end.left().minus(WORK);
        for (int attempt = 1; ; attempt++) {
            var pause = BACKOFF.after(attempt);
            patience = patience.minus(pause);
            var left = end.left().minus(WORK);
            try {
                return hold.turn(left.compareTo(LOOK) < 0 ? left : LOOK);
            } catch (FileChangeFailed e) {
                if (!patience.isPositive() || !left.isPositive()) {
                    throw e;
                }
                if (attempt == 1) {
                    log.atWarn()
                            .addKeyValue("reason", e.getMessage())
                            .log("the removal waits for its turn at the node");
                }
            }
            pauses.pause(pause);
        }
    }

    /** Networks first: a node whose networks name a plugin that is gone starts no pod, and we may be killed at any moment. */
    private Left inOrder() throws InterruptedException {
        if (files.left().filter(Left::pluginGoes).isEmpty() || !cache.isToBeChanged()) {
            return files.giveBack(_ -> NOTHING, Left::isDone, MOMENT);
        }
        files.giveBack(Desired::withoutNetworks, Left::hasNoNetwork, MOMENT);
        var time = Deadline.in(CACHE, clocks.nanos());
        cache.takeOut(time); // before the plugin goes, so that no pod ends without both
        var rest = files.giveBack(_ -> NOTHING, Left::isDone, MOMENT);
        cache.takeOut(time);
        if (time.left().compareTo(IN_FLIGHT) > 0) {
            pauses.pause(IN_FLIGHT);
            cache.takeOut(time);
        }
        return rest;
    }

    /** Each time in a turn of its own: a verb that takes its files away meanwhile does not wait for so long. */
    private void untilEnd(Left first, Deadline end) throws InterruptedException, IOException, FileChangeFailed {
        log.atWarn()
                .addKeyValue("files", first.paths())
                .addKeyValue("reasons", first.reasons())
                .addKeyValue("for", end.left())
                .log("some files cannot be given back yet; trying again until the end of this process");
        var rest = first;
        var patience = end.left();
        for (int attempt = 1; patience.isPositive() && end.left().isPositive(); attempt++) {
            var pause = BACKOFF.after(attempt);
            patience = patience.minus(pause);
            pauses.pause(pause);
            try (var turn = hold.turn(end.atMost(LOOK).left())) {
                rest = files.giveBack(_ -> NOTHING, Left::isDone, Duration.ZERO);
                if (leaves(turn, rest)) {
                    return;
                }
            } catch (FileChangeFailed e) {
                rest = rest.because(e);
            }
        }
        log.atError()
                .addKeyValue("files", rest.paths())
                .addKeyValue("reasons", rest.reasons())
                .log("some files could not be given back; the journal stays, and the next installer on this node"
                        + " will try again");
        hold.giveUp();
    }

    /** Gives the node up where nothing of this daemon's is on it any more. {@return whether that is so} */
    private boolean leaves(FileLock turn, Left rest) throws IOException, FileChangeFailed {
        if (!rest.isNothing()) {
            return false;
        }
        if (rest.journal().filter(Journal::isClean).isPresent()) {
            hold.giveUpForGood(turn);
            log.atInfo().log("the node is as it was before us");
        } else {
            hold.giveUp();
            log.atInfo()
                    .addKeyValue("owners", rest.owners())
                    .log("what this daemon has put on the node is gone; what others of ours have put there stays");
        }
        return true;
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
