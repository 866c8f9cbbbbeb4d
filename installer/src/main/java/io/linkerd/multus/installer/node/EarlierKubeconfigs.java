// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import java.util.List;
import java.util.function.Predicate;

/**
 * The plugin's kubeconfigs at paths of before. After a change of the path the installers write the new one node by node, and attachments
 * name the earlier one until all of them have: it is kept, with the token of the new one, as long as it may be named. Where it has become
 * another one's, as that of a release which was given the path meanwhile, it is left to that one.
 */
final class EarlierKubeconfigs {
    private EarlierKubeconfigs() {}

    /** {@return those that the journal knows beside {@code current}, and of which an attachment may name the path} */
    static List<DesiredFile> of(Journal journal, DesiredFile current, Predicate<JournalEntry> mayBeNamed) {
        return journal.entriesOf(EntryOwner.DAEMON).stream()
                .filter(JournalEntry::isKubeconfig)
                .filter(entry -> !entry.path().equals(current.path()))
                .filter(mayBeNamed)
                .map(entry -> new DesiredFile(
                        entry.path(), current.content(), current.ownership(), EntryKind.KUBECONFIG, true))
                .toList();
    }
}
