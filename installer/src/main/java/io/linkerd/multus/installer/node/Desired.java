// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.platform.NodePlatform;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The node as one of our programs wants it.
 *
 * @param owner which one; what another one has put there is none of its business
 * @param platform what it was recognised as, which the journal remembers
 * @param files in the order in which they are put in place; removal is the reverse
 * @param problems what is still waited for, or wrong, in plain words; while there are any, what lies there from before is left alone
 */
record Desired(EntryOwner owner, Optional<NodePlatform> platform, List<DesiredFile> files, List<String> problems) {
    Desired {
        files = List.copyOf(files);
        problems = List.copyOf(problems);
    }

    /** {@return the node without anything of this one's} */
    static Desired nothing(EntryOwner owner) {
        return new Desired(owner, Optional.empty(), List.of(), List.of());
    }

    /** {@return the directories that have to exist for the files, outer ones first} */
    SortedSet<String> directories() {
        var directories = new TreeSet<String>();
        for (var file : files) {
            for (var at = Path.of(file.path()).getParent(); at != null && at.getNameCount() > 0; at = at.getParent()) {
                directories.add(at.toString());
            }
        }
        return directories;
    }

    boolean wants(String path) {
        return files.stream().anyMatch(file -> file.path().equals(path));
    }
}
