// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All that we have changed on this node, in the order in which it was done.
 *
 * @param owner the release whose installer wrote it, as {@code namespace/name}; empty when never, or by a release that did not say
 * @param platform the platform that the node was last recognised as; empty when never
 * @param directories host paths of directories that we made, outer ones first
 * @param entries files that we wrote
 */
public record Journal(String owner, String platform, List<String> directories, List<JournalEntry> entries) {
    /** The journal of a node that we have not touched. */
    public static final Journal EMPTY = new Journal("", "", List.of(), List.of());

    public Journal {
        directories = List.copyOf(directories);
        entries = List.copyOf(entries);
    }

    /** {@return what we have done at a path} */
    public Optional<JournalEntry> entry(String path) {
        return entries.stream().filter(entry -> entry.path().equals(path)).findFirst();
    }

    /** {@return whether nothing of ours is left on the node} */
    public boolean isClean() {
        return directories.isEmpty() && entries.isEmpty();
    }

    /** {@return what one of our programs has done, in the order in which it was done} */
    public List<JournalEntry> entriesOf(EntryOwner owner) {
        return entries.stream().filter(entry -> entry.owner().equals(owner)).toList();
    }

    /** {@return whether something of ours is still below a directory} */
    public boolean hasBelow(String directory) {
        var below = directory + "/";
        return entries.stream().anyMatch(entry -> entry.path().startsWith(below))
                || directories.stream().anyMatch(path -> path.startsWith(below));
    }

    /** {@return this journal with one entry added, or put in the place of the one for the same path} */
    public Journal with(JournalEntry added) {
        var changed = new ArrayList<JournalEntry>(entries);
        int at = indexOf(added.path());
        if (at < 0) {
            changed.add(added);
        } else {
            changed.set(at, added);
        }
        return new Journal(owner, platform, directories, changed);
    }

    /** {@return this journal without the entry for a path} */
    public Journal without(String path) {
        var kept = entries.stream().filter(entry -> !entry.path().equals(path)).toList();
        return new Journal(owner, platform, directories, kept);
    }

    /** {@return this journal with a directory that we are about to make} */
    public Journal withDirectory(String directory) {
        if (directories.contains(directory)) {
            return this;
        }
        var changed = new ArrayList<String>(directories);
        changed.add(directory);
        return new Journal(owner, platform, changed, entries);
    }

    /** {@return this journal without a directory} */
    public Journal withoutDirectory(String directory) {
        return new Journal(
                owner,
                platform,
                directories.stream().filter(d -> !d.equals(directory)).toList(),
                entries);
    }

    /** {@return this journal as a release's} */
    public Journal ownedBy(String release) {
        return new Journal(release, platform, directories, entries);
    }

    /**
     * {@return whether another release than this one has the node} One that does not say whose it is may be taken over, and so may one whose
     * daemon has left: what verbs have put on the node is nobody's in this.
     */
    public boolean isForeignTo(String release) {
        boolean verbsAlone = !entries.isEmpty() && entriesOf(EntryOwner.DAEMON).isEmpty();
        return !owner.isEmpty() && !owner.equals(release) && !isClean() && !verbsAlone;
    }

    /** {@return this journal for a node recognised as something else} */
    public Journal withPlatform(String recognised) {
        return new Journal(owner, recognised, directories, entries);
    }

    private int indexOf(String path) {
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i).path().equals(path)) {
                return i;
            }
        }
        return -1;
    }
}
