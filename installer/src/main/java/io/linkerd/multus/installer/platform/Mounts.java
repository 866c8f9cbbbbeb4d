// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What is mounted at or below a folder, as the kernel tells it in {@code proc_pid_mountinfo(5)}. */
record Mounts(List<Mount> mounts) {
    private static final int ROOT = 3;
    private static final int MOUNT_POINT = 4;
    private static final int OPTIONS = 5;

    /** What the kernel writes behind the path of a folder that was removed. */
    private static final String REMOVED = "//deleted";

    /** What the kernel writes otherwise than it is. */
    private static final Pattern ESCAPED = Pattern.compile("[ \\t\\n\\\\]");

    private static final Pattern OCTAL = Pattern.compile("\\\\([0-3][0-7]{2})");

    Mounts {
        mounts = List.copyOf(mounts);
    }

    /**
     * One of them.
     *
     * @param removed the folder that is mounted is none of its file system any more
     */
    record Mount(Path point, boolean readOnly, boolean removed) {
        /** {@return whether files can be made in it} */
        boolean takesFiles() {
            return !readOnly && !removed;
        }
    }

    /** {@return what is mounted now; nothing where the kernel does not tell} */
    static Mounts below(Path folder, Path mountInfo) {
        try {
            // Names are bytes: those that are no UTF-8 are other people's, and must not hide all the others.
            var text = new String(Files.readAllBytes(mountInfo), StandardCharsets.UTF_8);
            return new Mounts(text.lines()
                    .filter(line -> maySpeakOf(folder, line))
                    .map(line -> line.split(" ", -1))
                    .filter(fields -> fields.length > OPTIONS)
                    .flatMap(fields -> mount(fields).stream())
                    .filter(mount -> mount.point().startsWith(folder))
                    .toList());
        } catch (IOException _) {
            return new Mounts(List.of());
        }
    }

    /** Most lines of a container speak of something else, and this is asked at each look. */
    private static boolean maySpeakOf(Path folder, String line) {
        return line.contains(" " + folder) || ESCAPED.matcher(folder.toString()).find();
    }

    /** Empty for one whose name cannot be said here: none of ours is below it. */
    private static Optional<Mount> mount(String... fields) {
        try {
            var point = Path.of(unescaped(fields[MOUNT_POINT]));
            return Optional.of(new Mount(point, isReadOnly(fields), fields[ROOT].endsWith(REMOVED)));
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }

    /** {@return where folders are mounted that their file systems have no more} */
    Stream<Path> removed() {
        return mounts.stream().filter(Mount::removed).map(Mount::point);
    }

    boolean isEmpty() {
        return mounts.isEmpty();
    }

    /** {@return the mount that a path is in; of two at the same place the later one hides the other} */
    Optional<Mount> covering(Path path) {
        return mounts.reversed().stream()
                .filter(mount -> path.startsWith(mount.point()))
                .max(Comparator.comparingInt(mount -> mount.point().getNameCount()));
    }

    /** By the mount's own options, or by those of the file system, which stand last. */
    private static boolean isReadOnly(String... fields) {
        return Stream.of(fields[OPTIONS], fields[fields.length - 1])
                .anyMatch(options -> List.of(options.split(",", -1)).contains("ro"));
    }

    private static String unescaped(String text) {
        return text.indexOf('\\') < 0
                ? text
                : OCTAL.matcher(text)
                        .replaceAll(escape ->
                                Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(escape.group(1), 8))));
    }
}
