// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.durable.Content;
import io.linkerd.multus.installer.node.durable.DurableFiles;
import io.linkerd.multus.installer.node.durable.FileChangeFailed;
import io.linkerd.multus.installer.node.durable.Fingerprint;
import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.journal.JournalStore;
import io.linkerd.multus.installer.node.journal.Original;
import io.linkerd.multus.installer.platform.HostRoot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One plan on its way: what the journal on the disk says, and what it can be said to say afterwards. */
final class NodeWork {
    private static final Original NOTHING = new Original.Nothing();

    private final HostRoot host;
    private final JournalStore store;
    private final DurableFiles files;
    private final ChangeLog changes;
    private Optional<Journal> onDisk;
    private Journal afterwards;
    private boolean aNetworkStays;
    private final List<String> failures = new ArrayList<>();

    NodeWork(Journal journal, HostRoot host, JournalStore store, DurableFiles files, ChangeLog changes) {
        this.onDisk = Optional.of(journal);
        this.afterwards = journal;
        this.host = host;
        this.store = store;
        this.files = files;
        this.changes = changes;
    }

    /** Returns once the disk knows what is going to be done. */
    void begin(Journal intent) throws FileChangeFailed {
        save(intent);
        afterwards = intent;
    }

    void carryOut(NodeAction action) throws FileChangeFailed {
        switch (action) {
            case NodeAction.MakeDirectory(var path) -> files.makeDirectory(host.at(path));
            case NodeAction.Put(var file, var reason) -> {
                files.replace(host.at(file.path()), file.content(), file.ownership());
                changes.wrote(file.path(), reason);
            }
            case NodeAction.Retire(var path, var reason) -> {
                files.remove(host.at(path));
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
            requireOurs(path);
        }
        restore(path, original);
        forget(path, original);
        aNetworkStays = false;
    }

    /** First the one, then the other: of two networks with one name a runtime takes the single one, which it reads first. */
    private void unconvert(NodeAction.Unconvert unconvert) throws FileChangeFailed {
        aNetworkStays = true;
        requireOurs(unconvert.list());
        restore(unconvert.single(), unconvert.original());
        files.remove(host.at(unconvert.list()));
        forget(unconvert.single(), unconvert.original());
        forget(unconvert.list(), NOTHING);
        aNetworkStays = false;
    }

    private void takeOut(NodeAction.TakeOut takeOut) throws FileChangeFailed {
        aNetworkStays = true;
        files.replace(host.at(takeOut.path()), takeOut.content(), takeOut.ownership());
        afterwards = afterwards.without(takeOut.path());
        changes.tookOut(takeOut.path());
        aNetworkStays = false;
    }

    private void restore(String path, Original original) throws FileChangeFailed {
        var at = host.at(path);
        switch (original) {
            case Original.Nothing _ -> files.remove(at);
            case Original.Link(var target) -> files.replaceByLink(at, target);
            case Original.File(var fingerprint, var ownership) ->
                files.replace(at, new Content.Copy(store.original(fingerprint), fingerprint), ownership);
        }
    }

    private void forget(String path, Original original) {
        afterwards = afterwards.without(path);
        changes.gaveBack(path, original);
    }

    /** As late as can be: what somebody else has written since it was looked at is theirs. */
    private void requireOurs(String path) throws FileChangeFailed {
        try {
            var there = Fingerprint.of(host.at(path));
            if (!afterwards.entry(path).filter(entry -> entry.isOurs(there)).isPresent()) {
                throw new IOException("somebody else is changing it at this moment");
            }
        } catch (IOException e) {
            throw new FileChangeFailed("give back", host.at(path), e);
        }
    }

    private void removeDirectory(String path) throws FileChangeFailed {
        if (afterwards.hasBelow(path)) {
            return; // what could not be given back is tried again, and the directory after it
        }
        if (!files.removeDirectory(host.at(path))) {
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
