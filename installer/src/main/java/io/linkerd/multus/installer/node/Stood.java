// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Where this process has seen what is ours, or has put it, and has not tried since to put it there once more: only there can another process have
 * undone it. The journal alone does not tell, since it speaks of a file before that is written. For one thread.
 */
final class Stood {
    private final Set<String> paths = new HashSet<>();

    /** Notes what was found. {@return the paths} */
    Set<String> after(Journal journal, Map<String, FileState> found) {
        journal.entries().stream()
                .filter(entry -> found.get(entry.path()) instanceof FileState.Regular there
                        && entry.isOurs(there.fingerprint()))
                .map(JournalEntry::path)
                .forEach(paths::add);
        return Set.copyOf(paths);
    }

    /** Notes what a plan came to. */
    void after(NodePlan plan, Applied applied) {
        plan.actions().forEach(action -> {
            if (action instanceof NodeAction.Put(var file, var _)) {
                paths.remove(file.path());
            }
        });
        paths.addAll(applied.written());
    }
}
