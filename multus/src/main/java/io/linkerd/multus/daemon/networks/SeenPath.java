// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.Result;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What is at a path of the node. */
public sealed interface SeenPath {

    /** Nothing. */
    record Absent() implements SeenPath {}

    /** Something that cannot be read, and why. */
    record Unreadable(String reason) implements SeenPath {}

    /** A regular file and its text. */
    record File(String text) implements SeenPath {}

    /** A folder and the CNI configurations in it, in the order of their names. */
    record Folder(List<ConfFile> files) implements SeenPath {
        public Folder {
            files = files.stream().sorted(Comparator.comparing(ConfFile::name)).toList();
        }

        /** {@return those with one of the extensions, each with its dot} */
        Stream<ConfFile> with(List<String> extensions) {
            return files.stream().filter(file -> extensions.contains(file.extension()));
        }
    }

    /**
     * A file of a folder.
     *
     * @param name without its folder
     * @param text of it, or why it cannot be read
     */
    record ConfFile(String name, Result<String> text) {
        String extension() {
            int dot = name.lastIndexOf('.');
            return dot < 0 ? "" : name.substring(dot);
        }
    }
}
