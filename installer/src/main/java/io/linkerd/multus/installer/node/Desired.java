// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import java.util.List;
import java.util.Optional;

/**
 * The node as it should be.
 *
 * @param platform what it was recognised as, which the journal remembers
 * @param directories that have to exist, outer ones first
 * @param files in the order in which they are put in place; removal is the reverse
 * @param complete whether this is all; while something is still waited for, what lies there from before is left alone
 */
public record Desired(Optional<String> platform, List<String> directories, List<DesiredFile> files, boolean complete) {
    /** The node without anything of ours. */
    public static final Desired NOTHING = new Desired(Optional.empty(), List.of(), List.of(), true);

    public Desired {
        directories = List.copyOf(directories);
        files = List.copyOf(files);
    }

    boolean wants(String path) {
        return files.stream().anyMatch(file -> file.path().equals(path));
    }
}
