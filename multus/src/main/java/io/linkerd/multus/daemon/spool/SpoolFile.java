// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.spool;

import io.linkerd.multus.contracts.GoText;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;

/**
 * What a look at the spool shows of a file.
 *
 * @param identity tells it from another one that takes its place
 */
record SpoolFile(Path path, Kind kind, long bytes, Instant modified, String identity) {
    /** In the order in which the container runtime asked. */
    static final Comparator<SpoolFile> OLDEST_FIRST =
            Comparator.comparing(SpoolFile::modified).thenComparing(SpoolFile::name);

    /** What it is. */
    enum Kind {
        /** A file that this process' user alone can change. */
        PRIVATE,
        /** A file that others can change as well. */
        EXPOSED,
        /** A folder, a link, a pipe and so on. */
        NO_FILE
    }

    String name() {
        return String.valueOf(path.getFileName());
    }

    /** {@return its name for a log} */
    String printable() {
        return GoText.printable(name());
    }

    /** {@return whether a shim may still be writing it} */
    boolean isHidden() {
        return name().startsWith(".");
    }
}
