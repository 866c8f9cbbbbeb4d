// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.service.files.Fingerprint;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What this process has put where, or has found there of ours before it put anything, and has not tried since to put there once more: only
 * that can another process have undone. The journal alone does not tell, since it speaks of a file before that is written. For one thread.
 */
final class Stood {
    private final Map<String, Fingerprint> contents = new HashMap<>();

    /** Notes what was found. {@return the contents by their paths} An earlier content of ours that came back does not stand. */
    Map<String, Fingerprint> after(Journal journal, Map<String, FileState> found) {
        contents.keySet()
                .retainAll(journal.entries().stream().map(JournalEntry::path).collect(Collectors.toSet()));
        for (var entry : journal.entries()) {
            if (found.get(entry.path()) instanceof FileState.Regular there && entry.isOurs(there.fingerprint())) {
                contents.putIfAbsent(entry.path(), there.fingerprint());
            }
        }
        return Map.copyOf(contents);
    }

    /** Notes that a file is about to be put in its place. */
    void trying(String path) {
        contents.remove(path);
    }

    /** Notes that it is in its place. */
    void put(DesiredFile file) {
        contents.put(file.path(), file.content().fingerprint());
    }
}
