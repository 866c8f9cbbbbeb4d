// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import io.linkerd.multus.contracts.Result;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lock on a file, which the kernel gives up for a process that dies. The file says who holds it, and its owner alone can open it: any process
 * that may read a file may hold a lock on it, which keeps all others from theirs.
 *
 * <p>It is opened nowhere else in this process, since closing any descriptor of a file gives up every lock that the process has on it.
 */
public final class FileLock implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(FileLock.class);

    private static final int LONGEST_NAME = 512;

    /** Between two attempts; a change of a few files takes some milliseconds. */
    private static final Duration PAUSE = Duration.ofMillis(5);

    private static final Set<PosixFilePermission> OF_OWNER = PosixFilePermissions.fromString("rw-------");
    private static final FileAttribute<?> OWNER_ALONE = PosixFilePermissions.asFileAttribute(OF_OWNER);
    private static final Set<OpenOption> OPENED = Set.of(
            StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private final Path file;
    private final FileChannel channel;

    private FileLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Returns with the lock, however long that takes.
     *
     * @param self what a waiting process gets to see
     * @param waiting told who holds the lock, before the wait for it begins
     */
    public static FileLock acquire(Path file, String self, Consumer<String> waiting) throws IOException {
        while (true) {
            var lock = opened(file, channel -> lock(channel, waiting), self);
            if (lock instanceof Result.Ok<FileLock>(var held)) {
                return held;
            }
        }
    }

    /** {@return the lock, if no process has it now; else who does} */
    public static Result<FileLock> tryAcquire(Path file, String self) throws IOException {
        return opened(file, FileLock::isFree, self);
    }

    /** {@return the lock, or who has had it for all the time that there was} */
    public static Result<FileLock> tryAcquire(Path file, String self, Duration patience)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            var lock = tryAcquire(file, self);
            if (lock instanceof Result.Ok<FileLock> || System.nanoTime() - end >= 0) {
                return lock;
            }
            Thread.sleep(PAUSE);
        }
    }

    private static Result<FileLock> opened(Path file, Attempt attempt, String self) throws IOException {
        var before = inode(file);
        if (before.isEmpty()) { // on the first start
            ensure(file);
            before = inode(file);
        }
        closeToOthers(file);
        var channel = FileChannel.open(file, OPENED, OWNER_ALONE);
        try {
            // A holder that left for good has removed the file: then the name stands for another one by now.
            if (attempt.on(channel) && before.isPresent() && before.equals(inode(file))) {
                sign(channel, self);
                return new Result.Ok<>(new FileLock(file, channel));
            }
            var holder = new Result.Not<FileLock>(holder(channel));
            channel.close();
            return holder;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Removes the file and gives up the lock: nothing of ours is to be left. */
    public void removeAndClose() throws IOException {
        Files.deleteIfExists(file);
        close();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static boolean lock(FileChannel channel, Consumer<String> waiting) throws IOException {
        if (!isFree(channel)) {
            waiting.accept(holder(channel));
            return channel.lock().isValid();
        }
        return true;
    }

    /** Whether it was free, and is ours now. */
    private static boolean isFree(FileChannel channel) throws IOException {
        return channel.tryLock() != null;
    }

    private static void ensure(Path file) throws IOException {
        try {
            Files.createFile(file, OWNER_ALONE);
        } catch (FileAlreadyExistsException _) {
            // another process was faster
        }
    }

    /** Earlier releases let every process of the node read theirs. A process that has such a file open keeps it until its end. */
    private static void closeToOthers(Path file) {
        try {
            var there = Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (there.isRegularFile() && !there.permissions().equals(OF_OWNER)) {
                Files.setPosixFilePermissions(file, OF_OWNER);
            }
        } catch (NoSuchFileException _) {
            // its holder has left for good meanwhile
        } catch (IOException e) {
            // It is another user's, or the file system knows no modes: a lock that others may hold is better than none.
            log.atDebug().setCause(e).log("the file of a lock cannot be closed to other users");
        }
    }

    private static OptionalLong inode(Path file) throws IOException {
        try {
            return OptionalLong.of((Long) Files.getAttribute(file, "unix:ino", LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException _) {
            return OptionalLong.empty();
        }
    }

    /** As well as can be: on a full disk the lock is as good without a name in its file, and a removal has to have it. */
    static void sign(FileChannel channel, String self) {
        try {
            if (!holder(channel).equals(self)) { // a look at a quiet node writes nothing
                channel.truncate(0);
                channel.write(StandardCharsets.UTF_8.encode(self), 0);
            }
        } catch (IOException e) {
            log.atDebug().setCause(e).log("the file of a lock does not say who holds it");
        }
    }

    @FunctionalInterface
    private interface Attempt {
        boolean on(FileChannel channel) throws IOException;
    }

    private static String holder(FileChannel channel) throws IOException {
        var name = ByteBuffer.allocate(LONGEST_NAME);
        channel.read(name, 0);
        var holder = StandardCharsets.UTF_8.decode(name.flip()).toString();
        return holder.isBlank() ? "another process" : holder;
    }
}
