// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.NodePlan.Obstacle;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
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
    /** Two seconds and a half, with what is between them. */
    private static final int ATTEMPTS = 9;

    /** What stands in the way may be a moment's, as a list is that is being written, and after an uninstall nobody comes who would try again. */
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(10), Duration.ofSeconds(2));

    /** A pod that was begun while a list named the plugin is cached when its network is there, which takes a second or two. */
    private static final Duration IN_FLIGHT = Duration.ofSeconds(3);

    /**
     * For all passes over what is cached, with the wait between them. Of the 60 s of {@code terminationGracePeriodSeconds} 10 s may have gone
     * until a removal begins ({@code LastWait.ALL}), and giving back takes twice two seconds and a half.
     */
    private static final Duration CACHE = Duration.ofSeconds(12);

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
        if (!hold.isTaken() && !takeWithin(waitForNode)) {
            log.atError().log("another installer has the node; nothing is removed by this one");
            return;
        }
        try (var turn = hold.turn()) {
            run(turn);
        }
    }

    /** Networks first: a node whose networks name a plugin that is gone starts no pod, and we may be killed at any moment. */
    private void run(FileLock turn) throws InterruptedException, IOException, FileChangeFailed {
        if (left().filter(NodeRemoval::pluginGoes).isEmpty() || !cache.isToBeChanged()) {
            giveUp(turn, giveBack(_ -> NOTHING, NodeRemoval::isDone));
            return;
        }
        giveBack(Desired::withoutNetworks, NodeRemoval::hasNoNetwork);
        var time = Deadline.in(CACHE, clocks.nanos());
        cache.takeOut(time); // before the plugin goes, so that no pod ends without both
        var rest = giveBack(_ -> NOTHING, NodeRemoval::isDone);
        cache.takeOut(time);
        if (time.left().compareTo(IN_FLIGHT) > 0) {
            pauses.pause(IN_FLIGHT);
            cache.takeOut(time);
        }
        giveUp(turn, rest);
    }

    /** What is left after the last attempt, empty when the disk does not say, and why. */
    private record Left(Optional<Journal> journal, List<String> reasons) {}

    /** Gives back all but what is wanted, again and again until it is done. */
    private Left giveBack(Function<Journal, Desired> wanted, Predicate<Journal> isDone) throws InterruptedException {
        var left = left();
        var reasons = List.<String>of();
        for (int attempt = 1; attempt <= ATTEMPTS && left.filter(isDone).isEmpty(); attempt++) {
            if (attempt > 1) {
                pauses.pause(BACKOFF.after(attempt - 1));
            }
            reasons = left.map(journal -> giveBack(wanted.apply(journal), journal))
                    .orElseGet(List::of);
            left = left();
        }
        return new Left(left, reasons);
    }

    private void giveUp(FileLock turn, Left last) throws IOException, FileChangeFailed {
        var left = last.journal();
        if (left.filter(NodeRemoval::isDone).isEmpty()) {
            log.atError()
                    .addKeyValue("files", left.map(NodeRemoval::paths).orElseGet(List::of))
                    .addKeyValue("reasons", last.reasons())
                    .log("some files could not be given back; the journal stays, and the next installer on this node"
                            + " will try again");
            hold.giveUp();
        } else if (left.filter(Journal::isClean).isPresent()) {
            hold.giveUpForGood(turn);
            log.atInfo().log("the node is as it was before us");
        } else {
            hold.giveUp();
            log.atInfo()
                    .addKeyValue("owners", left.map(NodeRemoval::owners).orElseGet(List::of))
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

    /** Another one's plugin that comes back in the place of ours can be called. */
    private static boolean pluginGoes(Journal journal) {
        return journal.entriesOf(EntryOwner.DAEMON).stream().anyMatch(JournalEntry::leavesNoPlugin);
    }

    private static boolean hasNoNetwork(Journal journal) {
        return journal.entriesOf(EntryOwner.DAEMON).stream()
                .noneMatch(entry -> entry.kind().isNetwork());
    }

    /** A directory of ours stays where somebody else of us is at home in it. */
    private static boolean isDone(Journal left) {
        return left.entriesOf(EntryOwner.DAEMON).isEmpty()
                && left.directories().stream().allMatch(left::hasBelow);
    }

    private static List<String> paths(Journal journal) {
        return journal.entriesOf(EntryOwner.DAEMON).stream()
                .map(JournalEntry::path)
                .toList();
    }

    private static List<String> owners(Journal journal) {
        return journal.entries().stream()
                .map(entry -> entry.owner().toString())
                .distinct()
                .toList();
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
