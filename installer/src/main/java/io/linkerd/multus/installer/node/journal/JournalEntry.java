// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

import io.linkerd.multus.installer.node.durable.Fingerprint;
import java.util.List;

/**
 * A path on the host that we have written to, or were about to.
 *
 * @param path as the host sees it
 * @param kind what we have done there
 * @param owner which of our programs did it
 * @param ours the contents that are ours there: the one before the last change and the one after it
 * @param original what was there when we came
 */
public record JournalEntry(String path, EntryKind kind, EntryOwner owner, List<Fingerprint> ours, Original original) {
    public JournalEntry {
        ours = List.copyOf(ours);
    }

    /** {@return the folder that it is in, as the host sees it} */
    public String folder() {
        return path.substring(0, Math.max(path.lastIndexOf('/'), 1));
    }

    /** {@return whether a content found at the path was written by us} */
    public boolean isOurs(Fingerprint content) {
        return ours.contains(content);
    }

    /** {@return the same entry with another original} */
    public JournalEntry with(Original other) {
        return new JournalEntry(path, kind, owner, ours, other);
    }
}
