// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.journal.Boot;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.journal.JournalStore;
import io.linkerd.multus.installer.node.journal.Original;
import io.linkerd.multus.installer.node.network.NetworkReader;
import io.linkerd.multus.installer.platform.HostFolder;
import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileChangeFailed;
import jakarta.inject.Singleton;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The node's files, seen as a whole and changed one action at a time. For one thread. */
@Singleton
final class NodeFiles {
    private final HostRoot host;
    private final JournalStore store;
    private final DurableFiles files;
    private final ChangeLog changes;
    private final NetworkReader networks;
    private final Boot boot;
    private final FileObserver observer;
    private final Stood stood = new Stood();

    NodeFiles(
            HostRoot host,
            JournalStore store,
            DurableFiles files,
            NetworkReader networks,
            FileObserver observer,
            Boot boot,
            ChangeLog changes) {
        this.host = host;
        this.store = store;
        this.files = files;
        this.changes = changes;
        this.networks = networks;
        this.boot = boot;
        this.observer = observer;
    }

    /** Looks at everything that the desired state and the journal speak of. */
    Observed observe(Desired desired, Journal journal, Set<String> postponed) {
        var places = host.places();
        var states = new HashMap<String, FileState>();
        Stream.concat(desired.paths(), journal.entries().stream().map(JournalEntry::path))
                .forEach(path -> states.computeIfAbsent(path, each -> stateOf(each, places.at(each))));
        var missing = host.missing(desired.directories());
        var lists = journal.entries().stream()
                .filter(entry -> entry.kind().isList() && !desired.wants(entry.path()))
                .flatMap(
                        entry -> networks
                                .file(entry.path(), places.target(entry.path()))
                                .map(file -> Map.entry(entry.path(), file))
                                .stream())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        var damaged = hostFiles()
                .damaged(journal.entries().stream()
                        .filter(entry ->
                                entry.kind().isOthers() && !desired.wants(Conversions.pathOfList(entry, journal))));
        var copies = new MultusCopies(networks).toBeEnded(desired, journal);
        return new Observed(
                journal, states, lists, copies, damaged, missing, postponed, stood.after(journal, states), boot);
    }

    /** Begins another look at what is on the node. */
    void begin(Depth depth) {
        observer.begin(depth);
    }

    /** {@return for how long nothing has happened to what lies at a path, as far as that was seen} */
    Duration unchangedFor(String path) {
        return observer.unchangedFor(host.at(path));
    }

    /** Nothing to be seen where nothing is mounted says nothing about the host. */
    private FileState stateOf(String path, Path at) {
        var state = observer.observe(at);
        var directory = directoryOf(path);
        return state instanceof FileState.Absent && !host.isMounted(directory)
                ? new FileState.Unusable(new HostFolder(host, directory).outOfReach())
                : state;
    }

    /**
     * Carries a plan out.
     *
     * <p>A file of ours that cannot be written ends the plan, since the next one may rely on it. Somebody else's network does not, nor a file
     * that cannot be given back: the others are changed all the same.
     */
    Applied apply(NodePlan plan, Journal journal) {
        var work = new NodeWork(journal, hostFiles(), store, changes);
        try {
            for (var original : plan.originals().entrySet()) {
                store.keepOriginal(new Content.Copy(host.at(original.getKey()), original.getValue()));
            }
            for (var text : plan.pristine()) {
                store.keepOriginal(text);
            }
            work.begin(withAttributes(plan.intent(), journal, work));
            for (var action : plan.actions()) {
                work.carryOut(action);
            }
        } catch (FileChangeFailed e) {
            work.failed(e);
        }
        return work.conclude();
    }

    /** Whoever gets a file back gets it back with its label and the like: those of what lies there, where it was not known before. */
    private Journal withAttributes(Journal intent, Journal before, NodeWork work) throws FileChangeFailed {
        var all = intent;
        for (var entry : intent.entries()) {
            boolean known = before.entry(entry.path())
                    .filter(old -> old.original().equals(entry.original()))
                    .isPresent();
            if (!known && entry.original() instanceof Original.File file) {
                var kept = withAttributes(entry, file, intent, work).or(() -> before.entry(entry.path()));
                all = kept.isPresent() ? all.with(kept.get()) : all.without(entry.path());
            }
        }
        return all;
    }

    /** {@return whether anything is at a host path} */
    boolean isAnythingAt(String path) {
        return Files.exists(host.at(path), LinkOption.NOFOLLOW_LINKS);
    }

    /** Empty where they cannot be told of a network, which then stays as it is. */
    private Optional<JournalEntry> withAttributes(JournalEntry entry, Original.File file, Journal intent, NodeWork work)
            throws FileChangeFailed {
        try {
            return Optional.of(entry.with(file.with(files.attributesOf(host.at(entry.path())))));
        } catch (FileChangeFailed e) {
            if (!entry.kind().isOthers()) {
                throw e;
            }
            work.leave(Conversions.pathOfList(entry, intent), e);
            return Optional.empty();
        }
    }

    /** Makes durable what could not be made durable when it was done. */
    void settle() throws FileChangeFailed {
        files.settle();
    }

    /**
     * Removes what processes that died have left half done, and tells how many files that were; the journal knows every directory
     * where that can be.
     */
    int removeLeftovers(Journal journal) throws FileChangeFailed {
        int removed = files.removeLeftovers(store.directory());
        var directories = journal.entries().stream().map(JournalEntry::folder).collect(Collectors.toSet());
        for (var directory : directories) {
            removed += files.removeLeftovers(host.directory(directory));
        }
        return removed;
    }

    private HostFiles hostFiles() {
        return new HostFiles(host, store, files, stood);
    }

    private static String directoryOf(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }
}
