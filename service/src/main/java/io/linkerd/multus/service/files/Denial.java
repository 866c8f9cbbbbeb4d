// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Why the kernel lets this process make no change in a folder, as far as the folder's owner and the process's capabilities tell. A user id of 0
 * without {@code CAP_DAC_OVERRIDE} is an ordinary stranger in the folder of another user.
 */
final class Denial {
    private static final String DENIED = "permission denied";

    /** {@code CAP_DAC_OVERRIDE} of {@code linux/capability.h}. */
    private static final int DAC_OVERRIDE = 1;

    private static final String EFFECTIVE = "CapEff:";

    /** What a folder has to allow for a file to be made or renamed in it: writing and searching. */
    private static final int CHANGE = 03;

    private Denial() {}

    /** {@return what to say of a change that was denied at this path} */
    static String inWords(Path path) {
        try {
            var folder = folderOf(path);
            return inWords(folder, Ownership.of(folder), Ownership.ofThisProcess(), overrides());
        } catch (IOException _) {
            return DENIED;
        }
    }

    /**
     * {@return what to say}
     *
     * @param overrides whether the process has the capability for which owner and mode do not count
     */
    static String inWords(Path folder, Ownership of, Ownership self, boolean overrides) {
        return overrides || allows(of, self)
                ? DENIED + ", though owner and mode of " + folder
                        + " allow it: a security module of the node's kernel, such as SELinux, does not"
                : DENIED + ": " + folder + " belongs to user and group " + of.owner() + " with mode "
                        + Integer.toOctalString(of.mode()) + ", and this process, of " + self.owner()
                        + ", is without the capability DAC_OVERRIDE";
    }

    /** Of owner, group and others the first that fits counts, as in {@code path_resolution(7)}. */
    private static boolean allows(Ownership folder, Ownership self) {
        int shift = folder.user() == self.user() ? 6 : folder.group() == self.group() ? 3 : 0;
        return (folder.mode() >> shift & CHANGE) == CHANGE;
    }

    private static Path folderOf(Path path) {
        var folder = path.toAbsolutePath().getParent();
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
