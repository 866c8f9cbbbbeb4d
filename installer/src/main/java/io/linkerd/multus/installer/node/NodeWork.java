// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.journal.JournalStore;
import io.linkerd.multus.installer.node.journal.Original;
import io.linkerd.multus.service.files.FileChangeFailed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One plan on its way: what the journal on the disk says, and what it can be said to say afterwards. */
final class NodeWork {
    private static final Original NOTHING = new Original.Nothing();

    private final HostFiles host;
    private final JournalStore store;
    private final ChangeLog changes;
    private Optional<Journal> onDisk;
    private Journal afterwards;

    /** Networks that could not be changed. What they call has to stay. */
    private final Set<String> left = new HashSet<>();

    /** Whether our plugin is still in a copy that Multus has of a network. */
    private boolean isCopyLeft;

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
            case NodeAction.Put(var file, var reason)
            when file.kind().isList() -> network(file.path(), () -> put(file, reason));
            case NodeAction.Put(var file, var reason) -> put(file, reason);
            case NodeAction.Retire retire -> network(retire.list(), () -> retire(retire));
            case NodeAction.Unconvert unconvert -> network(unconvert.list(), () -> unconvert(unconvert));
            case NodeAction.TakeOut takeOut -> network(takeOut.path(), () -> takeOut(takeOut));
            case NodeAction.TakeOutOfCopy(var edit) -> {
                carryOut(edit);
                isCopyLeft |= left.contains(edit.path());
            }
            case NodeAction.GiveBack(var path, var original)
            when isNetwork(path) -> network(path, () -> giveBack(path, original));
            case NodeAction.GiveBack(var path, var original) -> end(() -> giveBack(path, original));
            case NodeAction.Forget(var path, var note) -> {
                afterwards = afterwards.without(path);
                changes.forgot(path, note);
            }
            case NodeAction.RemoveDirectory(var path) -> tryTo(() -> removeDirectory(path));
        }
    }

    /** A network that has to stay as it is keeps no other from its change, but what it calls. */
    void leave(String path, FileChangeFailed why) {
        left.add(path);
        failed(why);
    }

    private void network(String path, Change change) {
        if (left.contains(path) || isCopyLeft) {
            return; // a list that is not there replaces no single network, and one that is gone tells of no copy
        }
        try {
            change.make();
        } catch (FileChangeFailed e) {
            leave(path, e);
        }
    }

    /** What cannot be ended does not keep the others from it. */
    private void end(Change change) {
        if (left.isEmpty()) {
            tryTo(change);
        }
    }

    private void put(DesiredFile file, Reason reason) throws FileChangeFailed {
        host.put(file, afterwards);
        changes.wrote(file.path(), reason);
    }

    private void retire(NodeAction.Retire retire) throws FileChangeFailed {
        host.retire(retire.path(), retire.made());
        changes.retired(retire.path(), retire.reason());
    }

    private boolean isNetwork(String path) {
        return afterwards
                .entry(path)
                .map(JournalEntry::kind)
                .orElse(EntryKind.UNSAID)
                .isNetwork();
    }

    private void giveBack(String path, Original original) throws FileChangeFailed {
        boolean isList =
                afterwards.entry(path).filter(entry -> entry.kind().isList()).isPresent();
        if (isList || host.isThere(path)) {
            host.requireOurs(path, afterwards);
        }
        host.restore(path, original);
        forget(path, original);
    }

    /** First the one, then the other: of two networks with one name a runtime takes the single one, which it reads first. */
    private void unconvert(NodeAction.Unconvert unconvert) throws FileChangeFailed {
        host.requireOurs(unconvert.list(), afterwards);
        if (host.isThere(unconvert.single())) {
            host.requireOurs(unconvert.single(), afterwards);
        }
        host.restore(unconvert.single(), unconvert.original());
        host.remove(unconvert.list());
        forget(unconvert.single(), unconvert.original());
        forget(unconvert.list(), NOTHING);
    }

    private void takeOut(NodeAction.TakeOut takeOut) throws FileChangeFailed {
        host.edit(takeOut.path(), takeOut.content(), takeOut.ownership());
        afterwards = afterwards.without(takeOut.path());
        changes.tookOut(takeOut.path(), takeOut.note());
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
    Applied conclude() {
        if (onDisk.isPresent()) {
            tryTo(() -> {
                save(afterwards);
                store.discardOriginalsNotIn(afterwards);
            });
        }
        return new Applied(onDisk, failures);
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
