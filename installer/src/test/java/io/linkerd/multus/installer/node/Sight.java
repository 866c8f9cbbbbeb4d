// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.journal.Boot;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.network.NetworkFile;
import io.linkerd.multus.service.files.Fingerprint;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The node as a process sees it that has found standing what the journal speaks of, in the first content that it names. */
final class Sight {
    private static final Fingerprint NONE = Fingerprint.ofText("");

    private Sight() {}

    static Observed observed(
            Journal journal,
            Map<String, FileState> files,
            Map<String, NetworkFile> lists,
            Map<String, NetworkFile> copies,
            Set<String> damaged,
            Set<String> missing,
            Set<String> postponed,
            Boot boot) {
        var stood = journal.entries().stream()
                .collect(Collectors.toMap(
                        JournalEntry::path,
                        entry -> entry.ours().stream().findFirst().orElse(NONE)));
        return new Observed(journal, files, lists, copies, damaged, missing, postponed, stood, boot);
    }
}
