// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * Changes files so that whoever reads them sees the old content or the new one, whole, at every instant and after every crash.
 *
 * <p>A change that fails leaves what was there. A process that dies on the way leaves at most one temporary file, which
 * {@link #removeLeftovers} finds by its name.
 */
public final class DurableFiles {
    /** No CNI runtime loads such a file: it is hidden, and has none of their suffixes. */
    private static final String TEMPORARY_PREFIX = ".linkerd-multus-";

    private static final String TEMPORARY_SUFFIX = ".tmp";
    private static final Pattern TEMPORARY = Pattern.compile("\\.linkerd-multus-.+\\.[0-9a-f]{16}\\.tmp");

    private final FileCalls calls;
    private final RandomGenerator random;

    public DurableFiles(FileCalls calls, RandomGenerator random) {
        this.calls = calls;
        this.random = random;
    }

    /** Gives the target this content and ownership, atomically and durably. */
    public void replace(Path target, Content content, Ownership ownership) throws FileChangeFailed {
        var temporary = temporaryFor(target);
        try {
            fill(temporary, content, ownership);
            calls.rename(temporary, target);
            calls.forceDirectory(directoryOf(target));
        } catch (IOException e) {
            throw abandoned("replace", target, temporary, e);
        }
    }

    /** Makes the target a symbolic link, atomically and durably. */
    public void replaceByLink(Path target, String linkTarget) throws FileChangeFailed {
        var temporary = temporaryFor(target);
        try {
            calls.link(temporary, Path.of(linkTarget));
            calls.rename(temporary, target);
            calls.forceDirectory(directoryOf(target));
        } catch (IOException e) {
            throw abandoned("put back the link", target, temporary, e);
        }
    }

    /** Gives a file another name in the same directory, atomically and durably. */
    public void rename(Path from, Path to) throws FileChangeFailed {
        try {
            calls.rename(from, to);
            calls.forceDirectory(directoryOf(to));
        } catch (IOException e) {
            throw new FileChangeFailed("rename", from, e);
        }
    }

    /** Removes a file or link durably; nothing happens where there is none. */
    public void remove(Path target) throws FileChangeFailed {
        try {
            if (calls.delete(target)) {
                calls.forceDirectory(directoryOf(target));
            }
        } catch (IOException e) {
            throw new FileChangeFailed("remove", target, e);
        }
    }

    /** Makes one directory with mode 0755, durably; nothing happens where there is one. */
    public void makeDirectory(Path directory) throws FileChangeFailed {
        try {
            if (!Files.isDirectory(directory)) {
                calls.makeDirectory(directory);
                calls.forceDirectory(directoryOf(directory));
            }
        } catch (IOException e) {
            throw new FileChangeFailed("make the directory", directory, e);
        }
    }

    /** Removes an empty directory durably, and tells whether it is gone now, which one that holds something is not. */
    public boolean removeDirectory(Path directory) throws FileChangeFailed {
        try {
            if (calls.delete(directory)) {
                calls.forceDirectory(directoryOf(directory));
            }
            return true;
        } catch (DirectoryNotEmptyException _) {
            return false;
        } catch (IOException e) {
            throw new FileChangeFailed("remove the directory", directory, e);
        }
    }

    /** Removes what a process that died here left half done, and tells how many files that were. */
    public int removeLeftovers(Path directory) throws FileChangeFailed {
        int removed = 0;
        if (!Files.isDirectory(directory)) {
            return removed;
        }
        try (var names = Files.newDirectoryStream(directory, TEMPORARY_PREFIX + "*" + TEMPORARY_SUFFIX)) {
            for (var file : names) {
                if (TEMPORARY.matcher(String.valueOf(file.getFileName())).matches() && calls.delete(file)) {
                    removed++;
                }
            }
        } catch (IOException e) {
            throw new FileChangeFailed("remove leftovers in", directory, e);
        }
        return removed;
    }

    private void fill(Path temporary, Content content, Ownership ownership) throws IOException {
        try (var channel = calls.create(temporary)) {
            // Narrow before the first byte: a token must not be readable for others, not even for a moment.
            calls.own(temporary, Ownership.of(temporary).withMode(0600));
            switch (content) {
                case Content.Text(var text, var _) ->
                    calls.write(channel, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
                case Content.Copy copy -> copy(copy, channel);
            }
            calls.own(temporary, ownership);
            calls.force(channel);
        }
    }

    private void copy(Content.Copy copy, FileChannel to) throws IOException {
        var sum = new Fingerprint.Sum();
        var piece = ByteBuffer.allocate(Fingerprint.PIECE);
        try (var from = Files.newByteChannel(copy.source(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            while (from.read(piece) >= 0) {
                piece.flip();
                sum.add(piece);
                calls.write(to, piece);
                piece.clear();
            }
        }
        if (!sum.fingerprint().equals(copy.fingerprint())) {
            throw new IOException(copy.source() + " changed while it was copied");
        }
    }

    private FileChangeFailed abandoned(String what, Path target, Path temporary, IOException cause) {
        try {
            calls.delete(temporary);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
        return new FileChangeFailed(what, target, cause);
    }

    private Path temporaryFor(Path target) {
        var random16 = HexFormat.of().toHexDigits(random.nextLong());
        return directoryOf(target).resolve(TEMPORARY_PREFIX + target.getFileName() + "." + random16 + TEMPORARY_SUFFIX);
    }

    private static Path directoryOf(Path path) {
        var parent = path.getParent();
        if (parent == null) {
            throw new IllegalArgumentException(path + " has no directory");
        }
        return parent;
    }
}
