// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.durable.FileChangeFailed;
import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.journal.JournalStore;
import io.linkerd.multus.installer.node.journal.Original;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One plan on its way: what the journal on the disk says, and what it can be said to say afterwards. */
final class NodeWork {
    private static final Original NOTHING = new Original.Nothing();

    private final HostFiles host;
    private final JournalStore store;
    private final ChangeLog changes;
    private Optional<Journal> onDisk;
    private Journal afterwards;
    private boolean aNetworkStays;
    private final List<String> failures = new ArrayList<>();

    NodeWork(Journal journal, HostFiles host, JournalStore store, ChangeLog changes) {
        this.onDisk = Optional.of(journal);
        this.afterwards = journal;
        this.host = host;
        this.store = store;
        this.changes = changes;
    }

    /** Returns once the disk knows what is going to be done. */
    void begin(Journal intent) throws FileChangeFailed {
        save(intent);
        afterwards = intent;
    }

    void carryOut(NodeAction action) throws FileChangeFailed {
        switch (action) {
            case NodeAction.MakeDirectory(var path) -> host.makeDirectory(path);
            case NodeAction.Put(var file, var reason) -> {
                host.put(file, afterwards);
                changes.wrote(file.path(), reason);
            }
            case NodeAction.Retire(var path, var reason) -> {
                host.remove(path);
                changes.retired(path, reason);
            }
            case NodeAction.Unconvert unconvert -> end(() -> unconvert(unconvert));
            case NodeAction.TakeOut takeOut -> end(() -> takeOut(takeOut));
            case NodeAction.GiveBack(var path, var original) -> end(() -> giveBack(path, original));
            case NodeAction.Forget(var path, var note) -> {
                afterwards = afterwards.without(path);
                changes.forgot(path, note);
            }
            case NodeAction.RemoveDirectory(var path) -> tryTo(() -> removeDirectory(path));
        }
    }

    /** What cannot be ended does not keep the others from it, unless it calls them. */
    private void end(Change change) {
        if (!aNetworkStays) {
            tryTo(change);
        }
    }

    private void giveBack(String path, Original original) throws FileChangeFailed {
        var kind = afterwards.entry(path).map(JournalEntry::kind).orElse(EntryKind.UNSAID);
        aNetworkStays = kind.isNetwork();
        if (kind.isList()) {
            host.requireOurs(path, afterwards);
        }
        host.restore(path, original);
        forget(path, original);
        aNetworkStays = false;
    }

    /** First the one, then the other: of two networks with one name a runtime takes the single one, which it reads first. */
    private void unconvert(NodeAction.Unconvert unconvert) throws FileChangeFailed {
        aNetworkStays = true;
        host.requireOurs(unconvert.list(), afterwards);
        host.restore(unconvert.single(), unconvert.original());
        host.remove(unconvert.list());
        forget(unconvert.single(), unconvert.original());
        forget(unconvert.list(), NOTHING);
        aNetworkStays = false;
    }

    private void takeOut(NodeAction.TakeOut takeOut) throws FileChangeFailed {
        aNetworkStays = true;
        host.edit(takeOut.path(), takeOut.content(), takeOut.ownership());
        afterwards = afterwards.without(takeOut.path());
        changes.tookOut(takeOut.path());
        aNetworkStays = false;
    }

    private void forget(String path, Original original) {
        afterwards = afterwards.without(path);
        changes.gaveBack(path, original);
    }

    private void removeDirectory(String path) throws FileChangeFailed {
        if (afterwards.hasBelow(path)) {
            return; // what could not be given back is tried again, and the directory after it
        }
        if (!host.removeDirectory(path)) {
            changes.keptDirectory(path);
        }
        afterwards = afterwards.withoutDirectory(path);
    }

    /** Writes down what was done, unless nobody knows what the disk says: then nothing may be thrown away either. */
    NodeFiles.Applied conclude() {
        if (onDisk.isPresent()) {
            tryTo(() -> {
                save(afterwards);
                store.discardOriginalsNotIn(afterwards);
            });
        }
        return new NodeFiles.Applied(onDisk, failures);
    }

    private void save(Journal journal) throws FileChangeFailed {
        if (onDisk.filter(journal::equals).isPresent()) {
            return;
        }
        try {
            store.save(journal);
            onDisk = Optional.of(journal);
        } catch (FileChangeFailed e) {
            onDisk = e.isUnknown() ? Optional.empty() : onDisk;
            throw e;
        }
    }

    void failed(FileChangeFailed failure) {
        failures.add(failure.getMessage());
        changes.failed(failure);
    }

    private void tryTo(Change change) {
        try {
            change.make();
        } catch (FileChangeFailed e) {
            failed(e);
        }
    }

    @FunctionalInterface
    private interface Change {
        void make() throws FileChangeFailed;
    }
}
