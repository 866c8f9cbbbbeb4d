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
import java.util.HashMap;
import java.util.Map;

/**
 * Looks at files. A content is read again only when the file's identity, size or change time is another: nobody can change a content
 * and leave its change time, so that a look at a quiet node costs one {@code lstat} per file. For one thread.
 */
final class FileObserver {
    private final Map<Path, Known> known = new HashMap<>();

    private record Stamp(Object inode, long size, Object changed) {}

    private record Known(Stamp stamp, Fingerprint fingerprint, boolean program) {}

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
        if (last == null || !last.stamp().equals(stamp)) {
            last = new Known(
                    stamp, Fingerprint.of(path), ProgramImage.problem(path).isEmpty());
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
