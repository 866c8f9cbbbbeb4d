// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalStore;
import io.linkerd.multus.installer.node.journal.NodeLock;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.FileLock;
import io.linkerd.multus.service.files.FileTrouble;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Turns at the node for whoever is not the daemon that keeps it: beside one that lets others have theirs, or without any.
 *
 * <p>Where there is no daemon its lock is held as well, so that none of an earlier release, which knows nothing of turns, begins meanwhile.
 */
@Singleton
public final class NodeTurns {
    /** Name of our directory where it lies beside the files that it speaks of; runtimes pass over what is hidden, and over folders. */
    public static final String HIDDEN = ".linkerd-multus";

    private static final Duration PAUSE = Duration.ofMillis(20);

    private final StateFolder state;
    private final JournalStore store;
    private final NodeJournal journals;
    private final NodeFiles files;
    private final DurableFiles durable;
    private final Fights fights;

    NodeTurns(
            StateFolder state,
            JournalStore store,
            NodeJournal journals,
            NodeFiles files,
            DurableFiles durable,
            Fights fights) {
        this.state = state;
        this.store = store;
        this.journals = journals;
        this.files = files;
        this.durable = durable;
        this.fights = fights;
    }

    /** {@return where the journal is, in this container} */
    public Path directory() {
        return store.directory();
    }

    /**
     * {@return a turn, which has to be closed; or why there was none in that time}
     *
     * @param self what others get to see who wait for it
     */
    public Result<NodeTurn> take(EntryOwner owner, String self, Duration patience) throws InterruptedException {
        try {
            return taken(owner, self + NodeLock.SHARES, patience, System.nanoTime() + patience.toNanos());
        } catch (IOException e) {
            return new Result.Not<>("no lock is to be had in " + store.directory() + ": " + FileTrouble.inWords(e));
        } catch (FileChangeFailed e) {
            return new Result.Not<>(String.valueOf(e.getMessage()));
        }
    }

    /** Whoever had the turn before may have left nothing behind, not even the folder; then it is made anew. */
    private Result<NodeTurn> taken(EntryOwner owner, String signature, Duration patience, long end)
            throws IOException, FileChangeFailed, InterruptedException {
        while (true) {
            try {
                return taken(owner, signature, patience);
            } catch (NoSuchFileException e) {
                if (System.nanoTime() - end >= 0) {
                    throw e;
                }
            }
            Thread.sleep(PAUSE);
        }
    }

    private Result<NodeTurn> taken(EntryOwner owner, String signature, Duration patience)
            throws IOException, FileChangeFailed, InterruptedException {
        state.ensure(durable);
        if (!Files.isDirectory(store.directory())) {
            return new Result.Not<>(
                    "nothing of the host is mounted that could be changed, or that could hold the journal; "
                            + store.directory() + " does not exist");
        }
        return switch (keeping(signature, patience)) {
            case Result.Ok<Optional<FileLock>>(var keeping) -> changing(new Locks(keeping, signature), owner, patience);
            case Result.Not<Optional<FileLock>>(var holder) ->
                new Result.Not<>(
                        "the node is in the hands of " + holder + ", which lets no other installer have a turn");
        };
    }

    /** How a turn ends. */
    record Closing(NodeTurns turns, Locks locks, FileLock changing) {
        void close(boolean clean) throws IOException, FileChangeFailed {
            try (var _ = changing) {
                var keeping = clean ? locks.keepingNow(turns.directory()) : locks.keeping();
                if (keeping.isPresent()) {
                    try (var kept = keeping.get()) {
                        if (clean && turns.store.unclaimed().isEmpty()) {
                            leaveNothing(kept);
                        }
                    }
                }
            }
        }

        private void leaveNothing(FileLock keeping) throws IOException, FileChangeFailed {
            turns.store.delete();
            changing.removeAndClose();
            keeping.removeAndClose();
            turns.state.removeIfHidden(turns.durable);
        }
    }

    private record Locks(Optional<FileLock> keeping, String signature) {
        /** Whoever had it when the turn began may be gone, and has left what is to be removed to us. */
        Optional<FileLock> keepingNow(Path directory) throws IOException {
            return keeping.isEmpty() && NodeLock.keeping(directory, signature) instanceof Result.Ok<FileLock>(var free)
                    ? Optional.of(free)
                    : keeping;
        }

        void close() throws IOException {
            if (keeping.isPresent()) {
                keeping.get().close();
            }
        }
    }

    /** The daemon's lock; empty where somebody has it who lets others have their turn. */
    private Result<Optional<FileLock>> keeping(String signature, Duration patience)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            switch (NodeLock.keeping(store.directory(), signature)) {
                case Result.Ok<FileLock>(var lock) -> {
                    return new Result.Ok<>(Optional.of(lock));
                }
                case Result.Not<FileLock>(var holder) -> {
                    if (holder.contains(NodeLock.SHARES)) {
                        return new Result.Ok<>(Optional.empty());
                    }
                    if (System.nanoTime() - end >= 0) {
                        return new Result.Not<>(holder);
                    }
                }
            }
            Thread.sleep(PAUSE);
        }
    }

    private Result<NodeTurn> changing(Locks locks, EntryOwner owner, Duration patience)
            throws IOException, InterruptedException, FileChangeFailed {
        boolean taken = false;
        try {
            var turn = NodeLock.changing(store.directory(), locks.signature(), patience);
            if (turn instanceof Result.Not<FileLock>(var holder)) {
                return new Result.Not<>("for " + patience.toSeconds() + " s it was the turn of " + holder);
            }
            var changing = ((Result.Ok<FileLock>) turn).value();
            var journal = opened(changing);
            taken = journal instanceof Result.Ok<Journal>;
            return journal.map(open -> new NodeTurn(owner, files, fights, new Closing(this, locks, changing), open));
        } finally {
            if (!taken) {
                locks.close();
            }
        }
    }

    private Result<Journal> opened(FileLock changing) throws IOException, FileChangeFailed {
        boolean open = false;
        try {
            var journal = journals.openUnsigned();
            open = journal instanceof Result.Ok<Journal>;
            return journal;
        } finally {
            if (!open) {
                changing.close();
            }
        }
    }
}
