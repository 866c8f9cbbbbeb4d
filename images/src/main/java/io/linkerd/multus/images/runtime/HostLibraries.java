// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.runtime;

import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The C library of the build machine, as far as a Java runtime needs it: for images that stand on nothing else. */
public final class HostLibraries {
    /** {@code libm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x…)}, or {@code /lib64/ld-linux-x86-64.so.2 (0x…)}. */
    private static final Pattern RESOLVED =
            Pattern.compile("^\\s*(?:\\S+ => )?(/\\S+) \\(0x[0-9a-f]+\\)$", Pattern.MULTILINE);

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** The C library has not built it in. */
    private static final Path UTF_8 = Path.of("/usr/lib/locale/C.utf8");

    private HostLibraries() {}

    /** {@return the files that the C library reads for {@code LC_ALL=C.UTF-8}, by the paths under which it looks for them} */
    public static List<Path> utf8() throws IOException {
        if (!Files.isDirectory(UTF_8)) {
            throw new IOException(UTF_8 + " is not there; images from scratch need glibc's locale C.UTF-8");
        }
        try (var files = Files.walk(UTF_8)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /**
     * {@return the libraries outside of {@code runtime} that its programs and libraries load, by the paths under which they look for them}
     *
     * @param more what else is loaded
     */
    public static List<Path> of(JavaRuntime runtime, List<Path> more) throws IOException, InterruptedException {
        var found = new TreeSet<Path>();
        for (var file : runtime.files()) {
            var name = file.getFileName().toString();
            if (name.endsWith(".so") || file.equals(runtime.java())) {
                found.addAll(loadedBy(file));
            }
        }
        for (var file : more) {
            found.addAll(loadedBy(file));
        }
        found.removeIf(library -> library.startsWith(runtime.home()));
        if (found.stream().noneMatch(library -> library.getFileName().toString().startsWith("libc.so"))) {
            throw new IOException("ldd found no C library for " + runtime.java() + "; images from scratch need glibc");
        }
        return List.copyOf(found);
    }

    private static List<Path> loadedBy(Path file) throws IOException, InterruptedException {
        var resolved = RESOLVED.matcher(Programs.plain().output(PATIENCE, List.of("ldd", file.toString())));
        return resolved.results()
                .map(library -> Path.of(library.group(1)).normalize())
                .toList();
    }
}
