// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.caches;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.FileTrouble;
import io.linkerd.multus.service.files.Ownership;
import io.linkerd.multus.service.files.RegularFile;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** A folder of caches, which only its owner can look into; names that lead out of it are no names of files. */
final class CacheFolder {
    /** The folder of attachments within that of containers, one of which could be called so. */
    static final String ATTACHMENTS = "results";

    private static final int FOLDER_MODE = 0700;
    private static final int FILE_MODE = 0600;

    private final Path folder;
    private final DurableFiles files;
    private final Ownership owner;

    CacheFolder(Path folder, DurableFiles files, Ownership owner) {
        this.folder = folder;
        this.files = files;
        this.owner = owner;
    }

    CacheFolder below(String name) {
        return new CacheFolder(folder.resolve(name), files, owner);
    }

    Path path() {
        return folder;
    }

    /** Returns once the text is on the disk; one that could not be read again is not written. */
    void write(String name, String text, JsonLimits limits) throws FileChangeFailed {
        var file = file(name);
        if (GoText.length(text) > limits.length()) {
            throw refused(file, "it would be longer than " + limits.length() + " bytes");
        }
        ensure(folder);
        files.replace(file, new Content.Text(text), owner.withMode(FILE_MODE));
    }

    /** Removes a file, if there is one. */
    void remove(String name) throws FileChangeFailed {
        var file = file(name);
        if (Files.isDirectory(folder)) {
            files.remove(file);
        }
    }

    <T> CacheReading<T> read(String name, JsonLimits limits, Function<byte[], Result<T>> reading) {
        var file = checked(name);
        if (file.isEmpty()) {
            return new CacheReading.Unusable<>(noName(name));
        }
        try {
            var bytes = RegularFile.start(file.get(), limits.length() + 1);
            return switch (reading.apply(bytes)) {
                case Result.Ok<T>(var content) -> new CacheReading.Found<>(content);
                case Result.Not<T>(var reason) -> new CacheReading.Unusable<>(reason);
            };
        } catch (NoSuchFileException _) {
            return new CacheReading.Absent<>();
        } catch (IOException e) {
            return new CacheReading.Unusable<>(FileTrouble.inWords(e));
        }
    }

    /** {@return how long a file is; 0 where there is none that can be read} */
    long length(String name) {
        try {
            var file = checked(name);
            return file.isPresent() ? Files.size(file.get()) : 0;
        } catch (IOException _) {
            return 0;
        }
    }

    /** Removes what a daemon that was killed left half-written before that moment; tells how many files that were. */
    int removeLeftovers(Instant before) throws FileChangeFailed {
        return files.removeLeftovers(folder, before);
    }

    private Path file(String name) throws FileChangeFailed {
        return checked(name).orElseThrow(() -> refused(folder, noName(name)));
    }

    private static FileChangeFailed refused(Path file, String reason) {
        return new FileChangeFailed("change", file, new FileSystemException(file.toString(), null, reason));
    }

    private static String noName(String name) {
        return GoText.quote(name) + " cannot be the name of a file there";
    }

    private Optional<Path> checked(String name) {
        try {
            var path = Path.of(name);
            boolean isName = path.getNameCount() == 1
                    && path.toString().equals(name)
                    && !path.isAbsolute()
                    && path.normalize().equals(path)
                    && !name.isEmpty()
                    && !name.equals("..")
                    && !name.equals(ATTACHMENTS);
            return isName ? Optional.of(folder.resolve(path)) : Optional.empty();
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }

    /** Two containers may find it missing at the same time. */
    private void ensure(Path directory) throws FileChangeFailed {
        if (Files.isDirectory(directory)) {
            return;
        }
        var parent = directory.getParent();
        if (parent != null) {
            ensure(parent);
        }
        try {
            files.makeDirectory(directory, owner.withMode(FOLDER_MODE));
        } catch (FileChangeFailed e) {
            if (!Files.isDirectory(directory)) {
                throw e;
            }
        }
    }
}
