// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.journal.Boot;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.network.NetworkFile;
import io.linkerd.multus.service.files.Fingerprint;
import java.util.Map;
import java.util.Set;

/**
 * The node as it is.
 *
 * @param files what was found at each path that is desired or in the journal
 * @param lists what was read at each path where the journal has a list of somebody else that is not to have our plugin any more
 * @param copies Multus' own networks from which our plugin has to go as well, by host path, and folders where that cannot be told
 * @param damaged paths of such lists, and of what they were made of, whose originals are not any more what was kept
 * @param missing directories that are desired and do not exist
 * @param postponed paths that somebody else keeps changing, and that are left alone for now
 * @param stood what this process has put at a path, or has found there of ours before it put anything, and has not tried since to put there again
 * @param boot in which it was looked at
 */
record Observed(
        Journal journal,
        Map<String, FileState> files,
        Map<String, NetworkFile> lists,
        Map<String, NetworkFile> copies,
        Set<String> damaged,
        Set<String> missing,
        Set<String> postponed,
        Map<String, Fingerprint> stood,
        Boot boot) {
    private static final FileState ABSENT = new FileState.Absent();

    Observed {
        files = Map.copyOf(files);
        lists = Map.copyOf(lists);
        copies = Map.copyOf(copies);
        damaged = Set.copyOf(damaged);
        missing = Set.copyOf(missing);
        postponed = Set.copyOf(postponed);
        stood = Map.copyOf(stood);
    }

    FileState at(String path) {
        return files.getOrDefault(path, ABSENT);
    }
}
