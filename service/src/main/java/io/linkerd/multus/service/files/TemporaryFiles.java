// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** What files are while they are written: hidden, beside their target, with a name that no runtime loads. */
record TemporaryFiles(FileCalls calls, RandomGenerator random) {
    /** No CNI runtime loads such a file: it is hidden, and has none of their suffixes. */
    private static final String TEMPORARY_PREFIX = ".linkerd-multus-";

    private static final String TEMPORARY_SUFFIX = ".tmp";
    /** Characters of at most three bytes each; with prefix, sum and suffix that is less than the 255 bytes that a name may have. */
    private static final int LONGEST_NAME = 70;

    /** Of a number of 64 bits. */
    private static final int RANDOM_DIGITS = 16;

    private static final Pattern TEMPORARY = Pattern.compile("\\.linkerd-multus-.+\\.[0-9a-f]{16}\\.tmp");

    /** {@return a name beside the target that nobody has} */
    Path beside(Path target) {
        var random16 = HexFormat.of().toHexDigits(random.nextLong());
        return directoryOf(target).resolve(start(target) + random16 + TEMPORARY_SUFFIX);
    }

    /** {@return whether a temporary is one of that target} */
    static boolean isOf(Path temporary, Path target) {
        var name = String.valueOf(temporary.getFileName());
        var start = start(target);
        return name.startsWith(start) && name.length() == start.length() + RANDOM_DIGITS + TEMPORARY_SUFFIX.length();
    }

    /** {@return whether a file is called as temporaries are} */
    static boolean isOne(Path file) {
        return TEMPORARY.matcher(String.valueOf(file.getFileName())).matches();
    }

    /** {@return whether a temporary was last written to before that moment} */
    static boolean isOlder(Path file, Instant than) {
        try {
            return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                    .toInstant()
                    .isBefore(than);
        } catch (IOException _) {
            return false; // it has its name by now
        }
    }

    /** {@return the directory in which a file is} */
    static Path directoryOf(Path path) {
        var parent = path.getParent();
        if (parent == null) {
            throw new IllegalArgumentException(path + " has no directory");
        }
        return parent;
    }

    private static String start(Path target) {
        return TEMPORARY_PREFIX + shortened(String.valueOf(target.getFileName())) + ".";
    }

    private static String shortened(String name) {
        if (name.length() <= LONGEST_NAME) {
            return name;
        }
        boolean splits = Character.isHighSurrogate(name.charAt(LONGEST_NAME - 1));
        return name.substring(0, splits ? LONGEST_NAME - 1 : LONGEST_NAME);
    }

    /** Removes what a process that died here left half done, of the temporaries that are meant, and tells how many files that were. */
    int removeLeftovers(Path directory, Predicate<Path> which) throws FileChangeFailed {
        int removed = 0;
        if (!Files.isDirectory(directory)) {
            return removed;
        }
        try (var names = Files.newDirectoryStream(directory, TEMPORARY_PREFIX + "*" + TEMPORARY_SUFFIX)) {
            for (var file : names) {
                if (isOne(file) && which.test(file) && calls.delete(file)) {
                    removed++;
                }
            }
            return removed;
        } catch (IOException e) {
            throw FileChangeFailed.ofReading("remove leftovers in", directory, e);
        }
    }

    /** Makes a file somebody's, after its content is written. */
    @FunctionalInterface
    interface Owning {
        void make(Path file) throws IOException;
    }

    /** Fills a temporary that does not exist yet; nobody but its owner can open it before it is somebody's. */
    void fill(Path temporary, Content content, Owning owning) throws IOException {
        try (var channel = calls.create(temporary)) {
            switch (content) {
                case Content.Text(var text, var _) -> calls.write(channel, StandardCharsets.UTF_8.encode(text));
                case Content.Edit(var text, var _, var _) -> calls.write(channel, StandardCharsets.UTF_8.encode(text));
                case Content.Copy copy -> copy(copy, channel);
            }
            owning.make(temporary);
            calls.force(channel);
        }
    }

    private void copy(Content.Copy copy, FileChannel to) throws IOException {
        var sum = new Fingerprint.Sum();
        RegularFile.read(copy.source(), piece -> {
            sum.add(piece);
            calls.write(to, piece);
        });
        if (!sum.fingerprint().equals(copy.fingerprint())) {
            throw new IOException(copy.source() + " changed while it was copied");
        }
    }
}
