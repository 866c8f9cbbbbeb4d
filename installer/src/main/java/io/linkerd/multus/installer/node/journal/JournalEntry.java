// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

import io.linkerd.multus.service.files.Fingerprint;
import java.util.List;

/**
 * A path on the host that we have written to, or were about to.
 *
 * @param path as the host sees it
 * @param kind what we have done there
 * @param owner which of our programs did it
 * @param ours the contents that are ours there: the one before the last change and the one after it
 * @param original what was there when we came
 * @param seen when a list that we made was last there; of all others, whose folders a reboot may take as it likes, it is not known
 */
public record JournalEntry(
        String path, EntryKind kind, EntryOwner owner, List<Fingerprint> ours, Original original, Boot seen) {
    /** Release 0.1 did not say what it wrote: a plugin, and below this folder its kubeconfig. */
    private static final String KUBECONFIG_OF_0_1 = "/etc/cni/";

    public JournalEntry {
        ours = List.copyOf(ours);
    }

    /** An entry of which nobody knows when it was last there. */
    public JournalEntry(String path, EntryKind kind, EntryOwner owner, List<Fingerprint> ours, Original original) {
        this(path, kind, owner, ours, original, Boot.UNKNOWN);
    }

    /** {@return whether a CNI plugin of ours is there} */
    public boolean isPlugin() {
        return switch (kind) {
            case PLUGIN -> true;
            case UNSAID -> !path.startsWith(KUBECONFIG_OF_0_1);
            case KUBECONFIG, NETWORK, EDITED_LIST, CONVERTED_LIST, CONVERTED_SINGLE -> false;
        };
    }

    /** {@return whether a plugin of ours is there that ends without another one in its place} What names it would find none then. */
    public boolean leavesNoPlugin() {
        return isPlugin() && original instanceof Original.Nothing;
    }

    /** {@return whether a kubeconfig of ours is there} */
    public boolean isKubeconfig() {
        return switch (kind) {
            case KUBECONFIG -> true;
            case UNSAID -> path.startsWith(KUBECONFIG_OF_0_1);
            case PLUGIN, NETWORK, EDITED_LIST, CONVERTED_LIST, CONVERTED_SINGLE -> false;
        };
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
        return new JournalEntry(path, kind, owner, ours, other, seen);
    }

    /** {@return the same entry, of which is known now when it was there, if that is a list that we made} */
    public JournalEntry seenIn(Boot boot) {
        return kind == EntryKind.CONVERTED_LIST
                ? new JournalEntry(path, kind, owner, ours, original, boot.or(seen))
                : this;
    }
}
