// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.shim;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The machine's own programs by which the shim is built; a Debian gets those that are missing when root runs the tests. */
final class NativeTools {
    private static final Map<String, String> PACKAGES =
            Map.of("make", "make", "gcc", "gcc", "ld", "binutils", "musl-gcc", "musl-tools");
    private static final int MINUTES = 10;
    /** In seconds: another module's tests may be installing theirs. */
    private static final String PATIENT = "-oDPkg::Lock::Timeout=300";

    private NativeTools() {}

    /** Returns when they are there; where they cannot be, the test is left out. */
    static void require() throws IOException, InterruptedException {
        var missing = new TreeSet<String>();
        PACKAGES.forEach((command, name) -> {
            if (!has(command)) {
                missing.add(name);
            }
        });
        if (missing.isEmpty()) {
            return;
        }
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")) && has("apt-get"),
                () -> "the shim is built by gcc and musl; a Debian gets them by: apt-get install "
                        + String.join(" ", missing) + " libc6-dev");
        install(List.copyOf(missing));
    }

    /** Runs a command to its end; what it printed is in the failure. */
    static String run(List<String> command) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(Map.of("DEBIAN_FRONTEND", "noninteractive", "LC_ALL", "C"));
        builder.environment().keySet().removeIf(name -> name.startsWith("MAKE") || name.equals("MFLAGS"));
        var process = builder.start();
        process.getOutputStream().close();
        try (var ending = process.getInputStream()) {
            var output = new String(ending.readAllBytes(), UTF_8);
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new AssertionError(String.join(" ", command) + " failed: " + output);
            }
            return output;
        }
    }

    private static void install(List<String> names) throws IOException, InterruptedException {
        var command = new ArrayList<>(
                List.of("apt-get", PATIENT, "install", "--yes", "--no-remove", "--no-install-recommends", "libc6-dev"));
        command.addAll(names);
        try {
            run(command);
        } catch (AssertionError _) {
            // The lists of packages are missing or old.
            run(List.of("apt-get", PATIENT, "update"));
            run(command);
        }
    }

    private static boolean has(String command) {
        var folders = Stream.concat(
                Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1)), Stream.of("/usr/bin", "/bin"));
        return folders.anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
    }
}
