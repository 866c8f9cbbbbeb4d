// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.contracts.platforms.NodePlatform;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.network.DesiredNetwork;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The node as one of our programs wants it.
 *
 * @param owner which one; what another one has put there is none of its business
 * @param platform what it was recognised as, which the journal remembers
 * @param files in the order in which they are put in place; removal is the reverse
 * @param networks which call what is in the files, and so come after them and go before them
 * @param problems what is still waited for, or wrong, in plain words
 * @param known whether this is all that should be on the node, so that the problems, if any, are about networks that stay untouched; else what lies
 *     there from before is left alone
 * @param unsettled until what may be wrong with somebody's network is a problem, since it may be written at this moment; till then what lies there
 *     is left alone, too
 * @param untouched paths of this one's of which nothing is said here, and which stay as they are
 */
record Desired(
        EntryOwner owner,
        Optional<NodePlatform> platform,
        List<DesiredFile> files,
        List<DesiredNetwork> networks,
        List<String> problems,
        boolean known,
        Optional<Duration> unsettled,
        Set<String> untouched) {
    Desired {
        files = List.copyOf(files);
        networks = List.copyOf(networks);
        problems = List.copyOf(problems);
        untouched = Set.copyOf(untouched);
    }

    /** The whole of it, where nothing is waited for. */
    Desired(
            EntryOwner owner,
            Optional<NodePlatform> platform,
            List<DesiredFile> files,
            List<DesiredNetwork> networks,
            List<String> problems) {
        this(owner, platform, files, networks, problems, problems.isEmpty(), Optional.empty(), Set.of());
    }

    /** {@return the node without anything of this one's} */
    static Desired nothing(EntryOwner owner) {
        return new Desired(owner, Optional.empty(), List.of(), List.of(), List.of());
    }

    /** {@return the node without the daemon's networks, and with all that they may have called} */
    static Desired withoutNetworks(Journal journal) {
        var called = journal.entriesOf(EntryOwner.DAEMON).stream()
                .filter(entry -> !entry.kind().isNetwork())
                .map(JournalEntry::path)
                .collect(Collectors.toSet());
        return new Desired(
                EntryOwner.DAEMON, Optional.empty(), List.of(), List.of(), List.of(), true, Optional.empty(), called);
    }

    /** {@return the same, of which not all is known for this reason} */
    Desired waitingFor(String problem) {
        var all = Stream.concat(problems.stream(), Stream.of(problem)).toList();
        return new Desired(owner, platform, files, networks, all, false, unsettled, untouched);
    }

    /** {@return the same with these files} */
    Desired withFiles(List<DesiredFile> all) {
        return new Desired(owner, platform, all, networks, problems, known, unsettled, untouched);
    }

    /** {@return the directories that have to exist, or to stay where they do, outer ones first} */
    SortedSet<String> directories() {
        return above(Stream.concat(paths(), untouched.stream()));
    }

    /** {@return the directories that have to exist for the files, outer ones first} None is made for what is not touched. */
    SortedSet<String> written() {
        return above(paths());
    }

    /** As text: the name of a network that is left untouched may be none that a path can have here. */
    private static SortedSet<String> above(Stream<String> paths) {
        var directories = new TreeSet<String>();
        for (var path : paths.toList()) {
            for (int end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
                directories.add(path.substring(0, end));
            }
        }
        return directories;
    }

    /** {@return whether not all is known that should be on the node} */
    boolean isWaiting() {
        return !known || unsettled.isPresent();
    }

    boolean wants(String path) {
        return untouched.contains(path) || paths().anyMatch(path::equals);
    }

    /** {@return every host path that has to be looked at} */
    Stream<String> paths() {
        return Stream.of(
                        files.stream().map(DesiredFile::path),
                        networks.stream().map(DesiredNetwork::path),
                        networks.stream().flatMap(Desired::single))
                .flatMap(paths -> paths);
    }

    private static Stream<String> single(DesiredNetwork network) {
        return network instanceof DesiredNetwork.Converted converted ? Stream.of(converted.single()) : Stream.empty();
    }
}
