// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** A file that one process of the machine holds at a time, so that it works alone. It is let go when its process ends, however it does. */
final class LockFile implements Closeable {
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);

    /** A file's lock is the process's, so its threads take turns before it. */
    private static final ReentrantLock THREADS = new ReentrantLock();

    private static final Set<OpenOption> OPENED = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);

    /** Any user of the machine who may read it could hold a lock on it. */
    private static final Set<PosixFilePermission> OF_OWNER = PosixFilePermissions.fromString("rw-------");

    private static final FileAttribute<?> OWNER_ALONE = PosixFilePermissions.asFileAttribute(OF_OWNER);

    private final FileChannel channel;

    private LockFile(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Waits until nobody else holds the file.
     *
     * @param file it is made where it is missing, and it stays
     * @throws IOException where somebody holds it for longer than {@code deadline}
     */
    static LockFile await(Path file, Duration deadline) throws IOException, InterruptedException {
        var start = System.nanoTime();
        Files.createDirectories(file.toAbsolutePath().getParent());
        if (!THREADS.tryLock(deadline.toNanos(), TimeUnit.NANOSECONDS)) {
            throw held(file, deadline);
        }
        try {
            return new LockFile(lock(file, deadline, start));
        } catch (IOException | InterruptedException | RuntimeException e) {
            THREADS.unlock();
            throw e;
        }
    }

    private static FileChannel lock(Path file, Duration deadline, long start) throws IOException, InterruptedException {
        var channel = FileChannel.open(file, OPENED, OWNER_ALONE);
        try {
            closeToOthers(file);
            while (channel.tryLock() == null) {
                if (System.nanoTime() - start > deadline.toNanos()) {
                    throw held(file, deadline);
                }
                // There is no lock of a file that can be waited for and given up.
                Thread.sleep(BETWEEN_TRIES);
            }
            return channel;
        } catch (IOException | InterruptedException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** One that an earlier build made any user could read. What cannot be changed is another user's, and as good as it was. */
    private static void closeToOthers(Path file) {
        try {
            if (!Files.getPosixFilePermissions(file).equals(OF_OWNER)) {
                Files.setPosixFilePermissions(file, OF_OWNER);
            }
        } catch (IOException _) {
            // the lock is held all the same
        }
    }

    private static IOException held(Path file, Duration deadline) {
        return new IOException("another process has held " + file + " for " + Progress.text(deadline)
                + "; see what it does (lsof " + file + "), end it where it hangs, and call this again");
    }

    /** Lets the next one in. Called by the thread that holds it. */
    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            THREADS.unlock();
        }
    }
}
