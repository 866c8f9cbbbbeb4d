// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Optional;

/**
 * Why the kernel lets this process not do something, as far as owners and modes on the way to it and the process's capabilities tell. A user
 * id of 0 without {@code CAP_DAC_OVERRIDE} is an ordinary stranger in the folder of another user.
 *
 * @param isByModule whether owners and modes allow it, so that something else in the kernel does not
 */
record Denial(String words, boolean isByModule) {
    private static final String DENIED = "permission denied";

    /** {@code CAP_DAC_OVERRIDE} of {@code linux/capability.h}. */
    private static final int DAC_OVERRIDE = 1;

    private static final String EFFECTIVE = "CapEff:";

    /** What a folder has to allow on the way to what is in it. */
    private static final int SEARCH = 01;
    /** What a folder has to allow for a file to be made, renamed or removed in it: writing and searching. */
    private static final int CHANGE = 03;
    /** What a folder has to allow to be listed, or made durable: reading and searching. */
    private static final int LIST = 05;
    /** What a file has to allow to be locked or rewritten where it is: reading and writing. */
    private static final int USE = 06;

    /** {@return what to say of a path of which something was denied, a folder as well as a file} */
    static Denial at(Path path) {
        try {
            return at(path, Ownership.ofThisProcess(), overrides());
        } catch (IOException _) {
            return new Denial(DENIED, false);
        }
    }

    /**
     * {@return what to say}
     *
     * @param overrides whether the process has the capability for which owner and mode do not count
     */
    static Denial at(Path path, Ownership self, boolean overrides) throws IOException {
        var file = path.toAbsolutePath();
        var folder = nearest(file);
        var closed = overrides ? Optional.<Path>empty() : closed(file, folder, self);
        if (closed.isEmpty()) {
            return new Denial(
                    DENIED + ", though owner and mode of " + folder
                            + " allow it: a security module of the node's kernel, such as SELinux, does not",
                    true);
        }
        var of = Ownership.ofTarget(closed.get());
        return new Denial(
                DENIED + ": " + closed.get() + " belongs to user and group " + of.owner() + " with mode "
                        + Integer.toOctalString(of.mode()) + ", and this process, of " + self.owner()
                        + ", is without the capability DAC_OVERRIDE",
                false);
    }

    /** What does not allow what a file may be wanted for: a folder on the way, the file, or the folder that it is in. */
    private static Optional<Path> closed(Path file, Path folder, Ownership self) throws IOException {
        var unsearchable = onTheWay(folder, self).or(() -> onTheWayOfLinks(folder, self));
        if (unsearchable.isPresent()) {
            return unsearchable;
        }
        if (Files.isDirectory(file) && !allows(file, LIST, self)) {
            return Optional.of(file);
        }
        if (!allows(folder, CHANGE, self)) {
            return Optional.of(folder);
        }
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && !allows(file, USE, self)
                ? Optional.of(file)
                : Optional.empty();
    }

    /** The first folder from the root to this one, itself included, that does not let through. */
    private static Optional<Path> onTheWay(Path folder, Ownership self) throws IOException {
        var way = new ArrayDeque<Path>();
        for (var above = folder; above != null; above = above.getParent()) {
            way.addFirst(above);
        }
        for (var each : way) {
            if (!allows(each, SEARCH, self)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    private static Optional<Path> onTheWayOfLinks(Path folder, Ownership self) {
        try {
            return onTheWay(folder.toRealPath(), self);
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /** Of owner, group and others the first that fits counts, as in {@code path_resolution(7)}. A link has no say. */
    private static boolean allows(Path path, int what, Ownership self) throws IOException {
        var of = Ownership.ofTarget(path);
        int shift = of.user() == self.user() ? 6 : of.group() == self.group() ? 3 : 0;
        return (of.mode() >> shift & what) == what;
    }

    /** The folder that a path is in, or the nearest one above it that this process sees. */
    private static Path nearest(Path path) {
        var folder = path.getParent();
        while (folder != null && !Files.isDirectory(folder)) {
            folder = folder.getParent();
        }
        return folder == null ? path : folder;
    }

    private static boolean overrides() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith(EFFECTIVE))
                    .map(line -> line.substring(EFFECTIVE.length()).strip())
                    .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) >>> DAC_OVERRIDE & 1) == 1);
        }
    }
}
