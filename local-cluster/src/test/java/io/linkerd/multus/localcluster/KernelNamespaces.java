// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster;

import java.io.IOException;
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

    /** Returns those of all processes that can be seen. */
    static Set<String> all() throws IOException {
        var found = new TreeSet<String>();
        try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (var process : processes) {
                found.addAll(of(Long.parseLong(process.getFileName().toString())));
            }
        }
        return found;
    }
}
