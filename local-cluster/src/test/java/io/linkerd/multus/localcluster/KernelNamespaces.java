// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/** The namespaces that processes are in. */
final class KernelNamespaces {
    private KernelNamespaces() {}

    /** Returns those of a process, as in {@code net:[4026531840]}; none when it has ended. */
    static Set<String> of(long process) throws IOException {
        var found = new TreeSet<String>();
        var folder = Path.of("/proc", Long.toString(process), "ns");
        if (Files.isDirectory(folder)) {
            try (var links = Files.newDirectoryStream(folder)) {
                for (var link : links) {
                    try {
                        found.add(Files.readSymbolicLink(link).toString());
                    } catch (IOException e) {
                        // the process is just ending
                    }
                }
            }
        }
        return found;
    }

    /** Returns how many hundredths of a second the machine has run. */
    static long uptime() throws IOException {
        var seconds = Files.readString(Path.of("/proc/uptime")).replaceFirst(" .*\\s*", "");
        return new BigDecimal(seconds).movePointRight(2).longValue();
    }

    /**
     * Returns those of all processes that have run since before that {@link #uptime}. The kernel gives the number of a namespace that has
     * ended to the next one, of whatever process.
     */
    static Set<String> ofThoseThatRanAt(long uptime) throws IOException {
        var found = new TreeSet<String>();
        try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (var process : processes) {
                if (begun(process) <= uptime) {
                    found.addAll(of(Long.parseLong(process.getFileName().toString())));
                }
            }
        }
        return found;
    }

    /** In ticks of a hundredth of a second since the machine's start (proc(5), the 22nd field of stat); a name may hold anything. */
    private static long begun(Path process) {
        try {
            var fields = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1)
                    .replaceFirst("(?s)^.*\\) ", "")
                    .split(" ", -1);
            return Long.parseLong(fields[19]);
        } catch (IOException e) {
            return Long.MAX_VALUE; // it has ended
        }
    }
}
