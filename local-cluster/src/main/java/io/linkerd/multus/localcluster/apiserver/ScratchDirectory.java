// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.apiserver;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A directory for one use that does not outlive it: closed, it is deleted; and where a JVM was killed before it could, the next one
 * to make a directory of the same kind deletes it.
 */
public final class ScratchDirectory implements AutoCloseable {
    private static final String LOCK = ".lock";

    private final Path path;
    private final FileChannel lock;

    private ScratchDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Makes {@code parent/kind-<random>}, readable by the owner alone, and deletes abandoned ones of that kind.
     *
     * <p>It is locked before it gets its name, so that nobody takes a new one for abandoned.
     */
    public static ScratchDirectory create(Path parent, String kind) throws IOException {
        Files.createDirectories(parent);
        sweep(parent, kind);
        var hidden = Files.createTempDirectory(parent, "." + kind + "-");
        var lock = FileChannel.open(hidden.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        lock.lock();
        var path = parent.resolve(hidden.getFileName().toString().substring(1));
        Files.move(hidden, path);
        return new ScratchDirectory(path, lock);
    }

    /** Makes one with a short path, for what has sockets in it, whose paths may have 107 bytes: unix(7). */
    public static ScratchDirectory ofShortPath(String kind) throws IOException {
        return create(Path.of(System.getProperty("java.io.tmpdir")), kind);
    }

    /** Returns where it is. */
    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        delete(path);
        lock.close();
    }

    private static void sweep(Path parent, String kind) throws IOException {
        var candidates = new ArrayList<Path>();
        try (var entries = Files.newDirectoryStream(parent, kind + "-*")) {
            entries.forEach(candidates::add);
        }
        candidates.forEach(ScratchDirectory::deleteIfAbandoned);
    }

    private static void deleteIfAbandoned(Path candidate) {
        try (var lock = FileChannel.open(candidate.resolve(LOCK), StandardOpenOption.WRITE)) {
            if (isFree(lock)) {
                delete(candidate);
            }
        } catch (IOException _) {
            // Another user's, or another sweeper was faster: not ours to delete.
        }
    }

    private static boolean isFree(FileChannel lock) throws IOException {
        try {
            return lock.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /** Deletes {@code directory} and everything below it; symbolic links are not followed. */
    public static void delete(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
