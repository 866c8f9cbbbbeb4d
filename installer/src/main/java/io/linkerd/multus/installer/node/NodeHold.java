// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.health.Pulse;
import io.linkerd.multus.installer.health.Readiness;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalStore;
import io.linkerd.multus.installer.node.journal.NodeLock;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.clocks.Waits;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.FileLock;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The daemon's hold on the node: the lock of whoever keeps it, and the journal as it was on the disk when we last had a turn.
 *
 * <p>Verbs change the node too. Whoever does has a {@link #turn} first, and reads the journal anew where another one had his in between.
 */
@Singleton
public final class NodeHold {
    private static final Logger log = LoggerFactory.getLogger(NodeHold.class);
    private static final Duration RETRY = Duration.ofSeconds(1);

    /** A verb takes milliseconds, on a slow disk a second or two; the next look tries again. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final StateFolder state;
    private final DurableFiles durable;
    private final JournalStore store;
    private final NodeJournal journals;
    private final NodeFiles files;
    private final String self;
    private final Readiness readiness;
    private final Pulse pulse;
    private final AtomicReference<Optional<Held>> held = new AtomicReference<>(Optional.empty());

    /** The stamp is that of the journal. */
    private record Held(FileLock lock, Optional<Journal> journal, Object stamp) {}

    NodeHold(
            InstallerSettings settings,
            StateFolder state,
            DurableFiles durable,
            JournalStore store,
            NodeJournal journals,
            NodeFiles files,
            Readiness readiness,
            Pulse pulse) {
        this.state = state;
        this.durable = durable;
        this.store = store;
        this.journals = journals;
        this.files = files;
        this.self = journals.signature(settings.release().podName());
        this.readiness = readiness;
        this.pulse = pulse;
    }

    /** Takes the node, however long another one has it, and tells whether that was possible before {@code waits} were stopped. */
    public boolean take(Waits waits) throws InterruptedException {
        while (!waits.isStopped()) {
            if (tryTake()) {
                return true;
            }
            waits.pause(RETRY);
        }
        return false;
    }

    /** {@return whether this process has the node} */
    public boolean isTaken() {
        return held.get().isPresent();
    }

    /** Keeps all others from changing the node, and the journal, until it is closed; to be closed soon. */
    FileLock turn() throws FileChangeFailed, InterruptedException {
        return turn(PATIENCE);
    }

    /** The same, waited for so long. */
    FileLock turn(Duration patience) throws FileChangeFailed, InterruptedException {
        var directory = store.directory();
        try {
            return switch (NodeLock.changing(directory, self, patience)) {
                case Result.Ok<FileLock>(var turn) -> turn;
                case Result.Not<FileLock>(var holder) ->
                    throw new IOException("for " + patience.toSeconds() + " s it was the turn of " + holder);
            };
        } catch (IOException e) {
            throw FileChangeFailed.ofLocking("have a turn at", directory, e);
        }
    }

    /**
     * {@return the journal as it is on the disk, read anew where that is not known; empty while it cannot be read}
     *
     * <p>To be called in our turn.
     */
    Optional<Journal> journal() throws FileChangeFailed {
        files.settle(); // first, so that what is read is what stays
        var known = held.get().orElseThrow();
        if (known.journal().isEmpty() || !known.stamp().equals(store.stamp())) {
            became(journalUnderLock());
        }
        return held.get().orElseThrow().journal();
    }

    /** The journal on the disk is this one now; empty when nobody knows. */
    void became(Optional<Journal> journal) {
        var stamp = store.stamp();
        held.updateAndGet(now -> now.map(known -> new Held(known.lock(), journal, stamp)));
    }

    /** Gives the node up and leaves journal and originals for the next. */
    public void giveUp() throws IOException {
        var given = held.getAndSet(Optional.empty());
        if (given.isPresent()) {
            given.get().lock().close();
        }
    }

    /** Gives the node up for good, in our turn: nothing of ours is on it any more, and nothing is to be left in our own directory. */
    void giveUpForGood(FileLock turn) throws IOException, FileChangeFailed {
        var given = held.get();
        if (given.isPresent()) {
            store.delete(); // first: where that fails, the node is ours still, and it is tried again
            held.set(Optional.empty());
            try (var lock = given.get().lock()) {
                turn.removeAndClose();
                lock.removeAndClose();
            }
            state.removeIfHidden(durable);
        }
    }

    /** Whether we have the node now. Waits while another process has it. */
    private boolean tryTake() throws InterruptedException {
        pulse.beat();
        try {
            state.ensure(durable);
            if (!Files.isDirectory(store.directory())) {
                return cannot(store.directory() + " is not mounted into the installer; journal and lock belong there");
            }
            var lock = NodeLock.acquire(store.directory(), self, this::waiting);
            pulse.beat();
            try (var _ = turn()) {
                var journal = journalUnderLock();
                var stamp = store.stamp(); // after it was signed
                held.set(journal.map(found -> new Held(lock, Optional.of(found), stamp)));
            } finally {
                if (!isTaken()) {
                    lock.close();
                }
            }
            return isTaken();
        } catch (IOException e) {
            return cannot("the lock of the node in " + store.directory() + " cannot be taken: " + e.getMessage());
        } catch (FileChangeFailed e) {
            return cannot(String.valueOf(e.getMessage()));
        }
    }

    private Optional<Journal> journalUnderLock() throws FileChangeFailed {
        return switch (journals.open()) {
            case Result.Ok<Journal>(var journal) -> Optional.of(journal);
            case Result.Not<Journal>(var reason) -> {
                cannot(reason);
                yield Optional.empty();
            }
        };
    }

    private void waiting(String holder) {
        cannot("another installer has this node, and this one waits for it: " + holder);
        journals.heldBy(holder);
        pulse.rest();
    }

    private boolean cannot(String reason) {
        if (!readiness.whyNotReady().equals(List.of(reason))) {
            log.atWarn().addKeyValue("reason", reason).log("cannot take the node yet");
        }
        readiness.become(List.of(reason));
        return false;
    }
}
