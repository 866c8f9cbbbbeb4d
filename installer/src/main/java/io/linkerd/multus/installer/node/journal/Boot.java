// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One life of the node's kernel: folders in memory, and those that a distribution makes anew when it starts, are gone with it.
 *
 * @param id as the kernel has it; empty when nobody knows
 */
public record Boot(String id) {
    /** One of which nothing is known. */
    public static final Boot UNKNOWN = new Boot("");

    /** The same in every container, since no namespace has one of its own. */
    private static final Path ID = Path.of("/proc/sys/kernel/random/boot_id");

    /** {@return the one that the node is in now} */
    public static Boot current() {
        return read(ID);
    }

    static Boot read(Path id) {
        try {
            return new Boot(Files.readString(id).strip());
        } catch (IOException _) {
            return UNKNOWN;
        }
    }

    /** {@return whether this one is known to be over, where that one is now} */
    public boolean isBefore(Boot now) {
        return !equals(UNKNOWN) && !now.equals(UNKNOWN) && !equals(now);
    }

    /** {@return this one, or that one where this one is not known} */
    Boot or(Boot other) {
        return equals(UNKNOWN) ? other : this;
    }
}
