// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.journal;

import io.linkerd.multus.installer.durable.Fingerprint;
import java.util.List;

/**
 * A path on the host that we have written to, or were about to.
 *
 * @param path as the host sees it
 * @param ours the contents that are ours there: the one before the last change and the one after it
 * @param before what was there when we came
 */
public record JournalEntry(String path, List<Fingerprint> ours, Before before) {
    public JournalEntry {
        ours = List.copyOf(ours);
    }

    /** Whether a content found at the path was written by us. */
    public boolean isOurs(Fingerprint content) {
        return ours.contains(content);
    }
}
