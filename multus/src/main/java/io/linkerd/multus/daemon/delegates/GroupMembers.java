// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The processes of a group, as the kernel lists them. */
final class GroupMembers {
    private static final Path PROCESSES = Path.of("/proc");

    /** Of what stands behind the program's name, which is in parentheses and may have any character. */
    private static final int GROUP = 2;

    private static final int START = 19;

    /** USER_HZ, the unit of the kernel's interfaces. */
    private static final int TICKS = 100;

    private GroupMembers() {}

    /** {@return whether a process of the group is there that is older than that} Another group that has the number since then has none. */
    static boolean anyOlder(long group, Duration age) {
        try (var processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            var limit = now() - age.toMillis() * TICKS / 1000;
            for (var process : processes) {
                if (isOlder(process, group, limit)) {
                    return true;
                }
            }
            return false;
        } catch (IOException | DirectoryIteratorException _) {
            return false; // not known, and so not certain
        }
    }

    private static boolean isOlder(Path process, long group, long limit) {
        try {
            var line = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
            var fields = line.substring(line.lastIndexOf(')') + 1).strip().split(" ", -1);
            return Long.parseLong(fields[GROUP]) == group && Long.parseLong(fields[START]) < limit;
        } catch (IOException _) {
            return false; // it has ended meanwhile
        }
    }

    /** {@return the ticks since the start of the machine} */
    private static long now() throws IOException {
        var uptime = Files.readString(PROCESSES.resolve("uptime"));
        return (long) (Double.parseDouble(uptime.substring(0, uptime.indexOf(' '))) * TICKS);
    }
}
