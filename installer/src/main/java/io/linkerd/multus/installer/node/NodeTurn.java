// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.node.NodePlan.Obstacle;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.service.files.FileChangeFailed;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Somebody's turn at the node: nobody else changes it, or the journal, until it is closed. One owner's files are put there and taken away,
 * by the rules that hold for the daemon's.
 *
 * <p>Each change tells whether there was anything to be done, or why it was not done.
 */
public final class NodeTurn implements AutoCloseable {
    private final EntryOwner owner;
    private final NodeFiles files;
    private final Fights fights;
    private final NodeTurns.Closing closing;

    /** Empty where nobody knows what the disk says. */
    private final AtomicReference<Optional<Journal>> journal;

    NodeTurn(EntryOwner owner, NodeFiles files, Fights fights, NodeTurns.Closing closing, Journal journal) {
        this.owner = owner;
        this.files = files;
        this.fights = fights;
        this.closing = closing;
        this.journal = new AtomicReference<>(Optional.of(journal));
    }

    /** {@return what this one has on the node, in the order in which it was put there} */
    public List<JournalEntry> entries() {
        return journal.get().map(known -> known.entriesOf(owner)).orElseGet(List::of);
    }

    /** What became of a file that was to be put in place. */
    public sealed interface Putting {
        /** It was in place already. */
        record InPlace() implements Putting {}

        /** It is in place now. */
        record Written() implements Putting {}

        /** Another process keeps undoing it: it stays as it is for so long at most, so that neither side is kept busy. */
        record GivingWay(Duration turn) implements Putting {}
    }

    /**
     * Puts a file in place, and leaves the others of this one as they are. Where another process has undone it a few times in a row, each
     * further time waits longer, as the daemon's repairs do.
     */
    public Result<Putting> put(DesiredFile file) {
        var path = file.path();
        var postponed = fights.postponed(files::unchangedFor);
        var plan = journal.get().map(now -> plan(List.of(file), paths(path), now, postponed.keySet()));
        var turn = Optional.ofNullable(postponed.get(path))
                .filter(_ -> plan.filter(found -> found.waitsFor(path)).isPresent());
        if (turn.isPresent()) {
            fights.judge(path, false);
            return new Result.Ok<>(new Putting.GivingWay(turn.get()));
        }
        return carryOut(plan).map(done -> {
            if (done.isPresent()) {
                return new Putting.Written();
            }
            fights.judge(path, true);
            return new Putting.InPlace();
        });
    }

    /** What became of a file that was to be taken away. */
    public enum Ending {
        /** This one had nothing there. */
        NOTHING,
        /** It is gone, and what was there before is back. */
        GONE,
        /** Somebody has written another content since, which is theirs, and stays. */
        LEFT
    }

    /** Takes what this one has at a path away, gives back what was there before, and leaves the others of this one as they are. */
    public Result<Ending> end(String path) {
        var plan = journal.get().map(now -> plan(List.of(), paths(path), now, Set.of()));
        return carryOut(plan).map(done -> ending(path, done));
    }

    /** Ends the turn. Where nothing of ours is on the node any more, and no daemon keeps it, nothing is left in our directory either. */
    @Override
    public void close() throws IOException, FileChangeFailed {
        closing.close(journal.get().filter(Journal::isClean).isPresent());
    }

    /** Where this one has something else than at this path. */
    private Set<String> paths(String without) {
        return entries().stream()
                .map(JournalEntry::path)
                .filter(path -> !path.equals(without))
                .collect(Collectors.toSet());
    }

    private Ending ending(String path, Optional<NodePlan> done) {
        if (done.isEmpty()) {
            return Ending.NOTHING;
        }
        boolean left = done.get().actions().stream()
                .anyMatch(action -> action instanceof NodeAction.Forget forgotten
                        && forgotten.path().equals(path)
                        && files.isAnythingAt(path));
        return left ? Ending.LEFT : Ending.GONE;
    }

    private NodePlan plan(List<DesiredFile> put, Set<String> untouched, Journal now, Set<String> postponed) {
        var desired =
                new Desired(owner, Optional.empty(), put, List.of(), List.of(), true, Optional.empty(), untouched);
        return NodePlan.of(desired, files.observe(desired, now, postponed));
    }

    /** What was done, if there was anything to be done. */
    private Result<Optional<NodePlan>> carryOut(Optional<NodePlan> plan) {
        return plan.map(this::carryOut)
                .orElseGet(() -> new Result.Not<>("it is not known what the journal says since the last failure"));
    }

    private Result<Optional<NodePlan>> carryOut(NodePlan plan) {
        if (!plan.obstacles().isEmpty()) {
            return refused(plan.obstacles().stream().map(Obstacle::toString));
        }
        var now = journal.get().orElseThrow();
        if (!plan.changes(now)) {
            return new Result.Ok<>(Optional.empty());
        }
        var applied = files.apply(plan, now);
        journal.set(applied.journal());
        return applied.failures().isEmpty() ? new Result.Ok<>(Optional.of(plan)) : refused(applied.failures().stream());
    }

    private static Result<Optional<NodePlan>> refused(Stream<String> reasons) {
        return new Result.Not<>(reasons.collect(Collectors.joining("; ")));
    }
}
