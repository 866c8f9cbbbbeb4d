// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.durable.Content;
import io.linkerd.multus.installer.durable.DurableFiles;
import io.linkerd.multus.installer.durable.FileChangeFailed;
import io.linkerd.multus.installer.journal.Before;
import io.linkerd.multus.installer.journal.Journal;
import io.linkerd.multus.installer.journal.JournalEntry;
import io.linkerd.multus.installer.journal.JournalStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The node's files, seen as a whole and changed one action at a time. For one thread. */
public final class NodeFiles {
    private final HostRoot host;
    private final JournalStore store;
    private final DurableFiles files;
    private final FileObserver observer;
    private final NodeEvents events;

    public NodeFiles(HostRoot host, JournalStore store, DurableFiles files, FileObserver observer, NodeEvents events) {
        this.host = host;
        this.store = store;
        this.files = files;
        this.observer = observer;
        this.events = events;
    }

    /**
     * How carrying out a plan ended.
     *
     * @param journal as it is on the disk now
     * @param complete every action was carried out
     */
    public record Outcome(Journal journal, boolean complete) {}

    /** Looks at everything that the desired state and the journal speak of. */
    public Observed observe(Desired desired, Journal journal, Set<String> postponed) {
        Map<String, FileState> states = new HashMap<>();
        Stream.concat(
                        desired.files().stream().map(DesiredFile::path),
                        journal.entries().stream().map(JournalEntry::path))
                .forEach(path -> states.computeIfAbsent(path, this::stateOf));
        var missing = desired.directories().stream()
                .filter(directory -> !Files.isDirectory(host.at(directory)))
                .collect(Collectors.toSet());
        return new Observed(journal, states, missing, postponed);
    }

    /** Nothing to be seen where nothing is mounted says nothing about the host. */
    private FileState stateOf(String path) {
        var state = observer.observe(host.at(path));
        var directory = path.substring(0, path.lastIndexOf('/'));
        return state instanceof FileState.Absent && !host.isMounted(directory)
                ? new FileState.Strange(
                        directory + " of the host is not mounted into the installer any more, so that what"
                                + " was put there cannot be given back; go back to the former chart values (helm rollback),"
                                + " or uninstall with them before you install with others")
                : state;
    }

    /**
     * Carries a plan out.
     *
     * <p>A file that cannot be written ends the plan, since the next one may rely on it. A file that cannot be given back does not: the
     * others are given back all the same.
     */
    public Outcome apply(NodePlan plan, Journal journal) {
        var work = new Work(journal);
        try {
            for (var original : plan.originals().entrySet()) {
                store.keepOriginal(host.at(original.getKey()), original.getValue());
            }
            work.save(plan.intent());
            for (var action : plan.actions()) {
                work.carryOut(action);
            }
        } catch (FileChangeFailed e) {
            work.failed(e);
        }
        work.conclude();
        return new Outcome(work.onDisk, work.complete);
    }

    /** Removes what processes that died have left half done; the journal knows every directory where that can be. */
    public int removeLeftovers(Journal journal) throws FileChangeFailed {
        Set<Path> directories = new LinkedHashSet<>();
        directories.add(store.directory());
        for (var entry : journal.entries()) {
            var parent = host.at(entry.path()).getParent();
            if (parent != null) {
                directories.add(parent);
            }
        }
        int removed = 0;
        for (var directory : directories) {
            removed += files.removeLeftovers(directory);
        }
        return removed;
    }

    /** One plan on its way: what the journal on the disk says, and what it can be said to say afterwards. */
    private final class Work {
        private Journal onDisk;
        private Journal afterwards;
        private boolean complete = true;

        Work(Journal journal) {
            this.onDisk = journal;
            this.afterwards = journal;
        }

        void save(Journal journal) throws FileChangeFailed {
            if (!journal.equals(onDisk)) {
                store.save(journal);
            }
            onDisk = journal;
            afterwards = journal;
        }

        void carryOut(NodeAction action) throws FileChangeFailed {
            switch (action) {
                case NodeAction.MakeDirectory(var path) -> files.makeDirectory(host.at(path));
                case NodeAction.Put(var file, var reason) -> {
                    files.replace(host.at(file.path()), file.content(), file.ownership());
                    events.wrote(file.path(), reason);
                }
                case NodeAction.GiveBack(var path, var before) -> tryTo(() -> giveBack(path, before));
                case NodeAction.Forget(var path, var note) -> {
                    afterwards = afterwards.without(path);
                    events.forgot(path, note);
                }
                case NodeAction.RemoveDirectory(var path) -> tryTo(() -> removeDirectory(path));
                case NodeAction.Blocked _, NodeAction.Postponed _ -> {}
            }
        }

        private void giveBack(String path, Before before) throws FileChangeFailed {
            var at = host.at(path);
            switch (before) {
                case Before.Nothing _ -> files.remove(at);
                case Before.Link(var target) -> files.replaceByLink(at, target);
                case Before.File(var fingerprint, var ownership) ->
                    files.replace(at, new Content.Copy(store.original(fingerprint), fingerprint), ownership);
            }
            afterwards = afterwards.without(path);
            events.gaveBack(path, before);
        }

        private void removeDirectory(String path) throws FileChangeFailed {
            if (afterwards.hasBelow(path)) {
                return; // what could not be given back is tried again, and the directory after it
            }
            if (!files.removeDirectory(host.at(path))) {
                events.keptDirectory(path);
            }
            afterwards = afterwards.withoutDirectory(path);
        }

        void conclude() {
            tryTo(() -> {
                save(afterwards);
                store.discardOriginalsNotIn(onDisk);
            });
        }

        void failed(FileChangeFailed failure) {
            complete = false;
            events.failed(failure);
        }

        private void tryTo(Change change) {
            try {
                change.make();
            } catch (FileChangeFailed e) {
                failed(e);
            }
        }
    }

    @FunctionalInterface
    private interface Change {
        void make() throws FileChangeFailed;
    }
}
