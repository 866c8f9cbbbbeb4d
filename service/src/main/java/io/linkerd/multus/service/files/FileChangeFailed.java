// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import io.linkerd.multus.service.files.Denial.Access;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A change of the file system that did not happen, so that what was there before is still there; or one of which that is not known,
 * since it was made and the disk did not confirm it.
 */
public final class FileChangeFailed extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean unknown;
    private final boolean deniedByModule;

    /** A failure to do {@code what} to the path, by making, renaming or removing it. */
    public FileChangeFailed(String what, Path path, IOException cause) {
        this(what, path, Access.CHANGE, cause);
    }

    private FileChangeFailed(String what, Path path, Access access, IOException cause) {
        this(
                "cannot " + what + " " + path + ": ",
                Reason.of(path, access, cause),
                "; what was there before is kept",
                cause,
                false);
    }

    private FileChangeFailed(String what, Reason reason, String then, IOException cause, boolean unknown) {
        super(what + reason.words() + then, cause);
        this.unknown = unknown;
        this.deniedByModule = reason.isByModule();
    }

    /** {@return a failure to do {@code what} to the path, since something could not be read} */
    public static FileChangeFailed ofReading(String what, Path path, IOException cause) {
        return new FileChangeFailed(what, path, Access.READ, cause);
    }

    /** {@return a failure to do {@code what}, since there was no lock to be had in that folder} */
    public static FileChangeFailed ofLocking(String what, Path folder, IOException cause) {
        return new FileChangeFailed(what, folder, Access.LOCK, cause);
    }

    /** A failure to make durable what was done to the path. */
    static FileChangeFailed unconfirmed(String what, Path path, IOException cause) {
        return new FileChangeFailed(
                "cannot " + what + " " + path + " for good: ",
                Reason.of(path, Access.READ, cause),
                "; whether that happened is not known before it is looked at anew",
                cause,
                true);
    }

    /** {@return whether the change may have happened} */
    public boolean isUnknown() {
        return unknown;
    }

    /** {@return whether owners and modes would have allowed it, so that a security module of the kernel, such as SELinux, did not} */
    public boolean isDeniedByModule() {
        return deniedByModule;
    }

    private record Reason(String words, boolean isByModule) {
        private static Reason of(Path path, Access access, IOException cause) {
            if (cause instanceof AccessDeniedException denied) {
                // Of a change in a folder, such as of what was left in it, the cause knows which file it was about.
                var file = denied.getFile() == null ? path : Path.of(denied.getFile());
                // A temporary is written, renamed and removed, and never read.
                var denial = Denial.at(file, TemporaryFiles.isOne(file) ? Access.CHANGE : access);
                return new Reason(denial.words(), denial.isByModule());
            }
            return new Reason(inWords(path, cause), false);
        }

        private static String inWords(Path path, IOException cause) {
            return switch (cause) {
                case NoSuchFileException missing -> missing(path, Path.of(missing.getFile())) + " does not exist";
                case FileAlreadyExistsException exists -> exists.getFile() + " exists already";
                case FileSystemException other when other.getReason() != null -> String.valueOf(other.getReason());
                default -> String.valueOf(cause.getMessage());
            };
        }

        /** What cannot be made beside the path, such as a temporary, has no directory to be made in; its own name says nothing. */
        private static Path missing(Path path, Path file) {
            var directory = path.getParent();
            return directory != null && directory.equals(file.getParent()) ? directory : file;
        }
    }
}
