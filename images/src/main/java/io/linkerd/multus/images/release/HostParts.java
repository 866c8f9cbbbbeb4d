// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What an image from scratch has of the machine that built it: the C library, by the packages that the files are from. */
final class HostParts {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** By the beginnings of the packages' names, as Debian and those after it call them. */
    private static final Map<String, String> LICENCES = Map.of(
            "libc6", "LGPL-2.1-or-later",
            "libc-bin", "LGPL-2.1-or-later",
            "musl", "MIT",
            "libcrypt1", "LGPL-2.1-or-later",
            "libgcc-", "GPL-3.0-or-later WITH GCC-exception-3.1",
            "libstdc++6", "GPL-3.0-or-later WITH GCC-exception-3.1",
            "zlib1g", "Zlib");

    /** What Java calls amd64, Debian and GCC call x86_64. */
    private static final String MACHINE = System.getProperty("os.arch").replace("amd64", "x86_64");

    private HostParts() {}

    /** {@return the packages of what is linked into programs in C} They are static: all of their C library, and how GCC begins and ends them. */
    static List<ObjectNode> ofPrograms() throws IOException, InterruptedException {
        var begin = Programs.plain()
                .output(PATIENCE, List.of("gcc", "-print-file-name=crtbeginS.o"))
                .strip();
        var packages = new TreeSet<String>();
        for (var linked : List.of("/usr/lib/" + MACHINE + "-linux-musl/libc.a", begin)) {
            packages.add(owner(linked));
        }
        return parts(packages);
    }

    /** {@return the packages of the libraries and the locale in that layer} */
    static List<ObjectNode> of(Path lowestLayer) throws IOException, InterruptedException {
        var packages = new TreeSet<String>();
        for (var file : Programs.plain()
                .output(PATIENCE, List.of("tar", "-tzf", lowestLayer.toString()))
                .lines()
                .filter(name -> name.contains(".so") || name.contains("/locale/C.utf8/LC_CTYPE"))
                .toList()) {
            packages.add(owner("/" + file.replaceFirst("^\\.?/", "")));
        }
        return parts(packages);
    }

    private static List<ObjectNode> parts(Set<String> packages) throws IOException, InterruptedException {
        var parts = new ArrayList<ObjectNode>();
        for (var name : packages) {
            var licence = LICENCES.entrySet().stream()
                    .filter(known -> name.startsWith(known.getKey()))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElseThrow(() -> new IOException("the image has files of the package " + name
                            + ", whose licence is not listed: add it to HostParts.java"));
            parts.add(Sbom.component(name, query("-W", "-f", "${Version}", name), licence));
        }
        return parts;
    }

    /** A file is looked for where it was copied from, and where that was before /lib became a link. */
    private static String owner(String file) throws IOException, InterruptedException {
        for (var candidate : List.of(file, "/usr" + file)) {
            var found = Programs.plain().run(PATIENCE, "", List.of("dpkg-query", "-S", candidate));
            if (found.succeeded()) {
                return found.output().substring(0, found.output().indexOf(':'));
            }
        }
        throw new IOException("no package of this machine has " + file
                + ", which is in an image from scratch: stand releases on a base image, --base");
    }

    private static String query(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("dpkg-query"));
        command.addAll(List.of(arguments));
        return Programs.plain().output(PATIENCE, command).strip();
    }
}
