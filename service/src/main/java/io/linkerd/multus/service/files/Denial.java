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
    private static final int ALTER = 03;
    /** What has to allow to be opened for reading, of a folder as well as of a file. */
    private static final int OPEN = 04;
    /** What a file has to allow to be opened for reading and writing. */
    private static final int USE = 06;

    /** What the kernel was asked for. A file's own mode counts only where the file is opened. */
    enum Access {
        /** Whether it is there, and what. */
        LOOK(SEARCH, 0),
        /** To make it, or to rename, replace or remove it, whatever its own mode. */
        CHANGE(ALTER, 0),
        /** To read it; to list a folder, or to make it durable. */
        READ(SEARCH, OPEN),
        /** To lock it, and to make it where it is not there. */
        LOCK(ALTER, USE);

        private final int ofFolder;
        private final int ofFile;

        Access(int ofFolder, int ofFile) {
            this.ofFolder = ofFolder;
            this.ofFile = ofFile;
        }
    }

    /** {@return what to say of a path of which something was denied, a folder as well as a file} */
    static Denial at(Path path, Access access) {
        try {
            return at(path, access, Ownership.ofThisProcess(), overrides());
        } catch (IOException _) {
            return new Denial(DENIED, false);
        }
    }

    /**
     * {@return what to say}
     *
     * @param overrides whether the process has the capability for which owner and mode do not count
     */
    static Denial at(Path path, Access access, Ownership self, boolean overrides) throws IOException {
        var file = path.toAbsolutePath();
        var folder = nearest(file);
        boolean opened = access.ofFile != 0 && Files.exists(file, LinkOption.NOFOLLOW_LINKS);
        var asked = opened ? file : folder;
        int needed = opened ? access.ofFile : access.ofFolder;
        var closed = overrides ? Optional.<Path>empty() : closed(folder, asked, needed, self);
        if (closed.isEmpty()) {
            return new Denial(
                    DENIED + ", though owner and mode of " + asked
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

    /** What does not allow it: a folder on the way, or what was asked. */
    private static Optional<Path> closed(Path folder, Path asked, int needed, Ownership self) throws IOException {
        var unsearchable = onTheWay(folder, self).or(() -> onTheWayOfLinks(folder, self));
        return unsearchable.isPresent() || allows(asked, needed, self) ? unsearchable : Optional.of(asked);
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
