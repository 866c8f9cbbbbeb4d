// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.spool;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.server.ServerLimits;
import io.linkerd.multus.daemon.spool.SpoolFile.Kind;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.FileTrouble;
import io.linkerd.multus.service.files.Ownership;
import io.linkerd.multus.service.files.RegularFile;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The folder of the spool. Plugins are run as its files say, so that nothing counts in it that another user can change; and whatever lies there,
 * no look at it waits or has no end.
 */
final class SpoolFolder {
    /** The longest file that is taken: what the daemon's socket takes. */
    static final int LONGEST = ServerLimits.STANDARD.body();

    /** Four times what a shim keeps; the next look shows the others. */
    private static final int MOST = 4096;

    private static final String ATTRIBUTES =
            "unix:ino,lastModifiedTime,size,isRegularFile,isDirectory," + Ownership.ATTRIBUTES;

    private static final int WRITABLE_BY_OTHERS = 022;

    private final Path folder;
    private final DurableFiles files;
    private final Ownership owner;

    /** {@code owner} is who this process is; the permission bits mean nothing. */
    SpoolFolder(Path folder, DurableFiles files, Ownership owner) {
        this.folder = folder.toAbsolutePath();
        this.files = files;
        this.owner = owner;
    }

    /** {@return the files of such names, or why that cannot be said} Without a folder there are none. */
    Result<List<SpoolFile>> files(Predicate<String> names) {
        try {
            var there = attributes(folder);
            if (!Boolean.TRUE.equals(there.get("isDirectory")) || isExposed(there)) {
                return new Result.Not<>("it is no folder that its owner alone can change");
            }
            return new Result.Ok<>(list(names));
        } catch (NoSuchFileException _) {
            return new Result.Ok<>(List.of());
        } catch (IOException e) {
            return new Result.Not<>(FileTrouble.inWords(e));
        }
    }

    SpoolReading read(SpoolFile file) {
        try {
            if (!isThere(file)) {
                return new SpoolReading.Gone();
            }
            var content = RegularFile.start(file.path(), LONGEST + 1);
            return content.length > LONGEST
                    ? new SpoolReading.Unfit("it is longer than " + LONGEST + " bytes")
                    : SpooledDelete.read(content)
                            .<SpoolReading>map(SpoolReading.Found::new)
                            .orElse(SpoolReading.Unfit::new);
        } catch (NoSuchFileException _) {
            return new SpoolReading.Gone();
        } catch (IOException e) {
            return new SpoolReading.Unreadable(FileTrouble.inWords(e));
        }
    }

    /** Removes a file; {@return whether it was there} One that a shim has put in its place meanwhile stays. */
    boolean remove(SpoolFile file) throws FileChangeFailed {
        try {
            if (!isThere(file)) {
                return false;
            }
        } catch (IOException e) {
            throw new FileChangeFailed("remove", file.path(), e);
        }
        files.remove(file.path());
        return true;
    }

    private List<SpoolFile> list(Predicate<String> names) throws IOException {
        var found = new ArrayList<SpoolFile>();
        try (var paths = Files.newDirectoryStream(folder)) {
            for (var path : paths) {
                if (found.size() < MOST && names.test(String.valueOf(path.getFileName()))) {
                    look(path).ifPresent(found::add);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
        return List.copyOf(found);
    }

    /** {@return the file, if it is still there} */
    private Optional<SpoolFile> look(Path path) throws IOException {
        try {
            var read = attributes(path);
            var modified = (FileTime) Objects.requireNonNull(read.get("lastModifiedTime"));
            long size = (Long) Objects.requireNonNull(read.get("size"));
            return Optional.of(new SpoolFile(
                    path,
                    kind(read),
                    size,
                    modified.toInstant(),
                    read.get("ino") + " " + modified.toInstant() + " " + size));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    private boolean isThere(SpoolFile file) throws IOException {
        return look(file.path()).filter(file::equals).isPresent();
    }

    private Kind kind(Map<String, Object> read) {
        if (!Boolean.TRUE.equals(read.get("isRegularFile"))) {
            return Kind.NO_FILE;
        }
        return isExposed(read) ? Kind.EXPOSED : Kind.PRIVATE;
    }

    private boolean isExposed(Map<String, Object> read) {
        var now = Ownership.from(read);
        return now.user() != owner.user() || (now.mode() & WRITABLE_BY_OTHERS) != 0;
    }

    private static Map<String, Object> attributes(Path path) throws IOException {
        return Files.readAttributes(path, ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    }
}
