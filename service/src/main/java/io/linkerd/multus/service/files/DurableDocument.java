// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A JSON document in which a process writes down for itself, and for the one after it, what it has done: whole or as it was before, whenever
 * the process is killed. One of a version that is not known stays as it is; a damaged one is put aside for a person to look at.
 */
public final class DurableDocument<T> {
    private static final String DAMAGED = ".damaged";
    private static final Content EMPTY = new Content.Text("");

    private final Path file;
    private final Format<T> format;
    private final DurableFiles files;
    private final Ownership ownership;

    /** How a document is written. */
    public interface Format<T> {
        /** {@return how long and deep one may be} */
        JsonLimits limits();

        /** {@return whether documents of that {@code version} are understood} */
        boolean isKnown(long version);

        /** Reads a document of a version that is known. */
        T read(JsonValue json) throws MalformedDocument;

        /** {@return the mode of a damaged one that is put aside, which a person mends who may not be root} */
        int modeAside();

        /** Writes one, with its version. */
        String write(T content);

        /** {@return what a document says, which is never absent; see {@link DurableDocument#load}} */
        default Lookup<T> read(byte[] document) {
            try {
                var json = parsed(document, limits());
                long version = json.number("version").orElseThrow(() -> new MalformedDocument("version is missing"));
                return isKnown(version)
                        ? new Lookup.Found<>(read(json))
                        : new Lookup.Unknown<>(
                                "it has version " + version + ", written by another linkerd-multus", true);
            } catch (MalformedDocument e) {
                return new Lookup.Unknown<>(String.valueOf(e.getMessage()), false);
            }
        }
    }

    /** A document at that path, in a directory that exists. */
    public DurableDocument(Path file, Format<T> format, DurableFiles files, Ownership ownership) {
        this.file = file;
        this.format = format;
        this.files = files;
        this.ownership = ownership;
    }

    /**
     * {@return what there is} One that is unknown, and which a retry may read, must stay as it is: another version of ours wrote it, or the disk
     * cannot be read now. One that no retry can read is damaged, by a disk or by a person.
     */
    public Lookup<T> load() {
        try {
            return format.read(RegularFile.start(file, format.limits().length() + 1));
        } catch (NoSuchFileException _) {
            return new Lookup.Absent<>();
        } catch (IOException e) {
            return new Lookup.Unknown<>("it cannot be read: " + FileTrouble.inWords(e), true);
        }
    }

    /** {@return a value that is another one as soon as the document was written or removed, or it cannot be told} */
    public Object stamp() {
        try {
            return Files.readAttributes(file, "unix:ino,size,ctime", LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException _) {
            return "absent";
        } catch (IOException _) {
            return new Object();
        }
    }

    /** {@return whether there is one} */
    public boolean exists() {
        return Files.exists(file);
    }

    /** Returns once the document is on the disk. */
    public void save(T content) throws FileChangeFailed {
        files.replace(file, new Content.Text(format.write(content)), ownership);
    }

    /** Removes it. */
    public void remove() throws FileChangeFailed {
        files.remove(file);
    }

    /** Puts a damaged one out of the way; tells its new name. What was put aside before is not written over. */
    public Path setAside() throws FileChangeFailed {
        var aside = unusedName();
        try {
            var content = exists() ? new Content.Copy(file, Fingerprint.of(file)) : EMPTY;
            files.replace(aside, content, ownership.withMode(format.modeAside()));
        } catch (IOException e) {
            throw FileChangeFailed.ofReading("set aside", file, e);
        }
        files.remove(file);
        return aside;
    }

    private Path unusedName() {
        var aside = sibling(DAMAGED);
        for (int number = 2; Files.isRegularFile(aside); number++) {
            aside = sibling(DAMAGED + "-" + number);
        }
        return aside;
    }

    private Path sibling(String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }

    private static JsonValue parsed(byte[] document, JsonLimits limits) throws MalformedDocument {
        return switch (JsonValue.read(document, limits)) {
            case Result.Ok<JsonValue>(var json) -> json;
            case Result.Not<JsonValue>(var reason) -> throw new MalformedDocument(reason);
        };
    }
}
