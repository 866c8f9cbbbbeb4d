// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * One writer per node: a lock on a file of the host, which the kernel gives up for a process that dies.
 *
 * <p>The file says who holds the lock. It is opened nowhere else in this process, since closing any descriptor of a file gives up
 * every lock that the process has on it.
 */
public final class NodeLock implements AutoCloseable {
    private static final int LONGEST_NAME = 512;

    private final Path file;
    private final FileChannel channel;

    private NodeLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Returns with the lock, however long that takes.
     *
     * @param self what a waiting process gets to see
     * @param waiting told who holds the lock, before the wait for it begins
     */
    public static NodeLock acquire(Path directory, String self, Consumer<String> waiting) throws IOException {
        var file = directory.resolve("lock");
        while (true) {
            ensure(file);
            var before = inode(file);
            var channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            try {
                lock(channel, waiting);
                // A holder that left for good has removed the file: then the name stands for another one by now.
                if (before.isPresent() && before.equals(inode(file))) {
                    sign(channel, self);
                    return new NodeLock(file, channel);
                }
            } catch (IOException e) {
                channel.close();
                throw e;
            }
            channel.close();
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

    private static FileLock lock(FileChannel channel, Consumer<String> waiting) throws IOException {
        var lock = channel.tryLock();
        if (lock != null) {
            return lock;
        }
        waiting.accept(holder(channel));
        return channel.lock();
    }

    private static void ensure(Path file) throws IOException {
        try {
            Files.createFile(file);
        } catch (FileAlreadyExistsException _) {
            // as on every start but the first
        }
    }

    private static OptionalLong inode(Path file) throws IOException {
        try {
            return OptionalLong.of((Long) Files.getAttribute(file, "unix:ino"));
        } catch (NoSuchFileException _) {
            return OptionalLong.empty();
        }
    }

    private static void sign(FileChannel channel, String self) throws IOException {
        channel.truncate(0);
        channel.write(StandardCharsets.UTF_8.encode(self), 0);
    }

    private static String holder(FileChannel channel) throws IOException {
        var name = ByteBuffer.allocate(LONGEST_NAME);
        channel.read(name, 0);
        var holder = StandardCharsets.UTF_8.decode(name.flip()).toString();
        return holder.isBlank() ? "another process" : holder;
    }
}
