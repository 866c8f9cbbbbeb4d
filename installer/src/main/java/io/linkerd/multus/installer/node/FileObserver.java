// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.durable.Fingerprint;
import io.linkerd.multus.installer.node.durable.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Looks at files. A content is read again when the file's identity, size or change time is another, so that a look at a quiet node costs
 * one {@code lstat} per file; and at each periodic look, since a file system's clock has ticks: a second edit within one, or one through
 * mapped memory, leaves all three as they were. For one thread.
 */
final class FileObserver {
    /** Less than the least time between two periodic looks. */
    private static final Duration TRUST = Duration.ofSeconds(20);

    private final LongSupplier nanos;
    private final Map<Path, Known> known = new HashMap<>();

    FileObserver(LongSupplier nanos) {
        this.nanos = nanos;
    }

    private record Stamp(Object inode, long size, Object changed) {}

    /** What was read, and when, in nanoseconds. */
    private record Known(Stamp stamp, long read, Fingerprint fingerprint, boolean program) {}

    /** {@return what is at the path now} A link is not followed. */
    FileState observe(Path path) {
        try {
            var attributes = Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isSymbolicLink()) {
                return new FileState.Link(Files.readSymbolicLink(path).toString());
            }
            if (!attributes.isRegularFile()) {
                return new FileState.Unusable(attributes.isDirectory() ? "it is a directory" : "it is no regular file");
            }
            return regular(path);
        } catch (NoSuchFileException _) {
            known.remove(path);
            return new FileState.Absent();
        } catch (IOException e) {
            return new FileState.Unusable("it cannot be read: " + e.getMessage());
        }
    }

    private FileState regular(Path path) throws IOException {
        var stamp = stamp(path);
        var last = known.get(path);
        long now = nanos.getAsLong();
        if (last == null || !last.stamp().equals(stamp) || now - last.read() > TRUST.toNanos()) {
            last = new Known(
                    stamp, now, Fingerprint.of(path), ProgramImage.problem(path).isEmpty());
            // A file that changes while it is read is remembered under the stamp from before, and read again next time.
            known.put(path, last);
        }
        return new FileState.Regular(last.fingerprint(), Ownership.of(path), last.program());
    }

    private static Stamp stamp(Path path) throws IOException {
        var read = Files.readAttributes(path, "unix:ino,size,ctime", LinkOption.NOFOLLOW_LINKS);
        return new Stamp(number(read, "ino"), number(read, "size"), time(read));
    }

    private static long number(Map<String, Object> read, String name) {
        return (Long) read.getOrDefault(name, -1L);
    }

    private static FileTime time(Map<String, Object> read) {
        return (FileTime) read.getOrDefault("ctime", FileTime.fromMillis(0));
    }
}
