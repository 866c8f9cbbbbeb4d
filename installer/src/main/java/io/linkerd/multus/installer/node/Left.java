// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.service.files.FileChangeFailed;
import java.util.List;
import java.util.Optional;

/**
 * What a removal has left so far.
 *
 * @param journal empty where the disk does not say
 * @param reasons why it is still there
 */
record Left(Optional<Journal> journal, List<String> reasons) {
    Left {
        reasons = List.copyOf(reasons);
    }

    /** Another one's plugin that comes back in the place of ours can be called. */
    static boolean pluginGoes(Journal journal) {
        return journal.entriesOf(EntryOwner.DAEMON).stream().anyMatch(JournalEntry::leavesNoPlugin);
    }

    static boolean hasNoNetwork(Journal journal) {
        return journal.entriesOf(EntryOwner.DAEMON).stream()
                .noneMatch(entry -> entry.kind().isNetwork());
    }

    /** A directory of ours stays where another one of our programs is at home in it. */
    static boolean isDone(Journal left) {
        return left.entriesOf(EntryOwner.DAEMON).isEmpty()
                && left.directories().stream().allMatch(left::hasBelow);
    }

    /** {@return whether all that is the daemon's is certainly gone} */
    boolean isNothing() {
        return journal.filter(Left::isDone).isPresent();
    }

    /** {@return the same, where that is why it was not given up for good} */
    Left because(FileChangeFailed failed) {
        return new Left(journal, List.of(String.valueOf(failed.getMessage())));
    }

    /** {@return where the daemon's files are still, as far as that is known} */
    List<String> paths() {
        return journal.stream()
                .flatMap(left -> left.entriesOf(EntryOwner.DAEMON).stream())
                .map(JournalEntry::path)
                .toList();
    }

    /** {@return whose files are there} */
    List<String> owners() {
        return journal.stream()
                .flatMap(left -> left.entries().stream())
                .map(entry -> entry.owner().toString())
                .distinct()
                .toList();
    }
}
