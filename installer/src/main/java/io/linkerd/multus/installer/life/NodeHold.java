// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.life;

import io.linkerd.multus.installer.durable.FileChangeFailed;
import io.linkerd.multus.installer.health.Readiness;
import io.linkerd.multus.installer.journal.Journal;
import io.linkerd.multus.installer.journal.JournalReading;
import io.linkerd.multus.installer.journal.JournalStore;
import io.linkerd.multus.installer.journal.NodeLock;
import io.linkerd.multus.installer.node.NodeFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This process' hold on the node: the lock, and the journal as it is on the disk while we have the lock. */
final class NodeHold {
    private static final Logger LOG = LoggerFactory.getLogger(NodeHold.class);
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final JournalStore store;
    private final NodeFiles files;
    private final String self;
    private final Readiness readiness;
    private final AtomicReference<Optional<Held>> held = new AtomicReference<>(Optional.empty());

    private record Held(NodeLock lock, Journal journal) {}

    /** {@code self} is what another installer of this node gets to see. */
    NodeHold(JournalStore store, NodeFiles files, String self, Readiness readiness) {
        this.store = store;
        this.files = files;
        this.self = self;
        this.readiness = readiness;
    }

    /** Takes the node, however long another one has it; whether that was possible before {@code wakeups} were stopped. */
    boolean take(Wakeups wakeups) throws InterruptedException {
        while (!wakeups.isStopped()) {
            if (tryTake()) {
                return true;
            }
            wakeups.pause(RETRY);
        }
        return false;
    }

    boolean isTaken() {
        return held.get().isPresent();
    }

    /** The journal as it is on the disk. */
    Journal journal() {
        return held.get().map(Held::journal).orElseThrow();
    }

    /** The journal on the disk is this one now. */
    void became(Journal journal) {
        held.updateAndGet(now -> now.map(known -> new Held(known.lock(), journal)));
    }

    /** Gives the node up and leaves journal and originals for the next. */
    void giveUp() throws IOException {
        var given = held.getAndSet(Optional.empty());
        if (given.isPresent()) {
            given.get().lock().close();
        }
    }

    /** Gives the node up for good: nothing of ours is on it any more, and nothing is to be left in our own directory. */
    void giveUpForGood() throws IOException, FileChangeFailed {
        var given = held.getAndSet(Optional.empty());
        if (given.isPresent()) {
            store.delete();
            store.discardOriginalsNotIn(Journal.EMPTY);
            given.get().lock().removeAndClose();
        }
    }

    /** Whether we have the node now. Waits while another process has it. */
    private boolean tryTake() {
        try {
            if (!Files.isDirectory(store.directory())) {
                return cannot(store.directory() + " is not mounted into the installer; journal and lock belong there");
            }
            var lock = NodeLock.acquire(store.directory(), self, this::waiting);
            try {
                held.set(journalUnderLock().map(found -> new Held(lock, found)));
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
        var journal = switch (store.load()) {
            case JournalReading.Found(var found) -> Optional.of(found);
            case JournalReading.Damaged(var reason) -> Optional.of(afterDamage(reason));
            case JournalReading.Unusable(var reason) -> {
                cannot("the journal in " + store.directory() + " is of no use: " + reason);
                yield Optional.<Journal>empty();
            }
        };
        if (journal.isEmpty()) {
            return journal;
        }
        int leftovers = files.removeLeftovers(journal.get());
        if (leftovers > 0) {
            LOG.atInfo().addKeyValue("files", leftovers).log("removed what an installer that died had left half done");
        }
        return journal;
    }

    private Journal afterDamage(String reason) throws FileChangeFailed {
        var aside = store.setAside();
        LOG.atError()
                .addKeyValue("reason", reason)
                .addKeyValue("kept", aside)
                .log(
                        "the journal was damaged and is put aside; files that it knew of will stay on the node on removal");
        return Journal.EMPTY;
    }

    private void waiting(String holder) {
        cannot("another installer has this node, and this one waits for it: " + holder);
    }

    private boolean cannot(String reason) {
        if (!readiness.reasons().equals(List.of(reason))) {
            LOG.atWarn().addKeyValue("reason", reason).log("cannot take the node yet");
        }
        readiness.become(List.of(reason));
        return false;
    }
}
