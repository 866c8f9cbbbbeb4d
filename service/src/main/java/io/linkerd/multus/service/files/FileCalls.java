// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Every call by which this service changes a file system; there is no other. */
public interface FileCalls {

    /** Makes a file that must not exist yet, which its owner alone can open from the first moment on, and opens it for writing. */
    FileChannel create(Path file) throws IOException;

    /** Writes all that remains in the buffer. */
    void write(FileChannel channel, ByteBuffer bytes) throws IOException;

    /** Sets owner, group and permission bits, each only where it differs. */
    void own(Path file, Ownership ownership) throws IOException;

    /** Gives a new file these extended attributes and no others of its directory's, each only where it differs. */
    void attribute(Path file, ExtendedAttributes attributes) throws IOException;

    /** Returns once content and size of the file are on the disk. */
    void force(FileChannel channel) throws IOException;

    /** Returns once the names in the directory are on the disk. */
    void forceDirectory(Path directory) throws IOException;

    /** Gives the file another name in the same directory, replacing what has it; readers see one or the other. */
    void rename(Path from, Path to) throws IOException;

    /** Removes a file or an empty directory, and tells whether there was one. */
    boolean delete(Path path) throws IOException;

    /** Makes one directory with mode 0755. */
    void makeDirectory(Path directory) throws IOException;

    /** Makes a symbolic link. */
    void link(Path link, Path target) throws IOException;

    /** {@return the real file system} */
    static FileCalls ofTheSystem() {
        return new SystemCalls();
    }

    /** The calls as the kernel has them. */
    final class SystemCalls implements FileCalls {
        private static final int DIRECTORY_MODE = 0755;
        private static final Set<OpenOption> NEW_FILE =
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        private static final FileAttribute<?> OWNER_ALONE =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

        private SystemCalls() {}

        @Override
        public FileChannel create(Path file) throws IOException {
            return FileChannel.open(file, NEW_FILE, OWNER_ALONE);
        }

        @Override
        public void write(FileChannel channel, ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }

        @Override
        public void own(Path file, Ownership wanted) throws IOException {
            var now = Ownership.of(file);
            if (now.user() != wanted.user()) {
                Files.setAttribute(file, "unix:uid", wanted.user(), LinkOption.NOFOLLOW_LINKS);
            }
            if (now.group() != wanted.group()) {
                Files.setAttribute(file, "unix:gid", wanted.group(), LinkOption.NOFOLLOW_LINKS);
            }
            // After the owner: a change of owner clears the set-user-id bit.
            if (Ownership.of(file).mode() != wanted.mode()) {
                Files.setAttribute(file, "unix:mode", wanted.mode(), LinkOption.NOFOLLOW_LINKS);
            }
        }

        @Override
        public void attribute(Path file, ExtendedAttributes wanted) throws IOException {
            wanted.giveTo(file);
        }

        @Override
        public void force(FileChannel channel) throws IOException {
            channel.force(true);
        }

        @Override
        public void forceDirectory(Path directory) throws IOException {
            try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }

        @Override
        public void rename(Path from, Path to) throws IOException {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        }

        @Override
        public boolean delete(Path path) throws IOException {
            return Files.deleteIfExists(path);
        }

        @Override
        public void makeDirectory(Path directory) throws IOException {
            Files.createDirectory(directory);
            Files.setAttribute(directory, "unix:mode", DIRECTORY_MODE);
        }

        @Override
        public void link(Path link, Path target) throws IOException {
            Files.createSymbolicLink(link, target);
        }
    }
}
