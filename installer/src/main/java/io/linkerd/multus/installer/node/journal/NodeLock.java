// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.service.files.FileLock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The locks of a node. There are two: one is held by the daemon that keeps the node, for its life, the other for each change, so that verbs
 * have their turn between those of the daemon.
 */
public final class NodeLock {
    /** In the name of a holder that lets others have their turn. Releases before this one do not, and know nothing of turns. */
    public static final String SHARES = " (verbs have their turn)";

    /** The daemon's; releases before this one know it alone. */
    private static final String KEEPING = "lock";

    /** For a change, and for what is read to plan it. */
    private static final String CHANGING = "changing";

    private NodeLock() {}

    /**
     * Returns with the daemon's lock, however long that takes.
     *
     * @param self what a waiting process gets to see
     * @param waiting told who holds the lock, before the wait for it begins
     */
    public static FileLock acquire(Path directory, String self, Consumer<String> waiting) throws IOException {
        return FileLock.acquire(directory.resolve(KEEPING), self, waiting);
    }

    /** {@return the daemon's lock, if no process has it now; else who does} */
    public static Result<FileLock> keeping(Path directory, String self) throws IOException {
        return FileLock.tryAcquire(directory.resolve(KEEPING), self);
    }

    /** {@return the lock for changes, or who has had it for all the time that there was} */
    public static Result<FileLock> changing(Path directory, String self, Duration patience)
            throws IOException, InterruptedException {
        return FileLock.tryAcquire(directory.resolve(CHANGING), self, patience);
    }
}
