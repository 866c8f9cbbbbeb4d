// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.health;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** What the kernel says of this process' memory, in bytes. */
public final class ProcessMemory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final long KIB = 1024;

    private ProcessMemory() {}

    /** Looks the two figures up and shows them as gauges. */
    public static void show(Metrics metrics) {
        figure("RssAnon:").ifPresent(bytes -> metrics.set(Metrics.Family.PRIVATE_MEMORY_BYTES, bytes));
        figure("VmRSS:").ifPresent(bytes -> metrics.set(Metrics.Family.RESIDENT_MEMORY_BYTES, bytes));
    }

    private static OptionalLong figure(String name) {
        try {
            for (var line : Files.readAllLines(STATUS)) {
                if (line.startsWith(name)) {
                    var number = line.substring(name.length()).replace("kB", "").strip();
                    return OptionalLong.of(Long.parseLong(number) * KIB);
                }
            }
        } catch (IOException _) {
            // not Linux, or no /proc: then there is no figure
        }
        return OptionalLong.empty();
    }
}
