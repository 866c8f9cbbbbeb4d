// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.network.Chained;
import java.util.Optional;

/** Which list was made of which single network, as the journal has it. */
final class Conversions {
    private Conversions() {}

    /** {@return the path of the list that was made of this single network, while it is ours} */
    static Optional<String> listOf(Journal journal, String single) {
        return Chained.listsOf(single).stream()
                .filter(list -> Chained.singleOf(list).equals(single))
                .filter(list -> journal.entry(list)
                        .filter(entry -> entry.kind() == EntryKind.CONVERTED_LIST)
                        .isPresent())
                .findFirst();
    }

    /** {@return the path of the list in which the entry's network is} A single one is in the list that was made of it. */
    static String pathOfList(JournalEntry entry, Journal journal) {
        var made =
                entry.kind() == EntryKind.CONVERTED_SINGLE ? listOf(journal, entry.path()) : Optional.<String>empty();
        return made.orElse(entry.path());
    }
}
