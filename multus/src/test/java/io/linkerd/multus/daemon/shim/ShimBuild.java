// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.shim;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A build of the native programs, below target; what did not change is not built again. */
public enum ShimBuild {
    /** What nodes get, where Maven has built it. */
    RELEASE("shim", "", ""),
    /** The same under the sanitizers for addresses, leaks and undefined behaviour. */
    CHECKED("shim", "checked", ""),
    /** As released, but for times that a test would wait for. */
    IMPATIENT("shim-impatient", "", Limits.OF_THE_IMPATIENT),
    CHECKED_IMPATIENT("shim-impatient", "checked", Limits.OF_THE_IMPATIENT),
    /** As released, but for a spool that is soon full. */
    FRUGAL("shim-frugal", "", "-DSPOOL_ENTRIES=4U -DDEL_TOTAL_MS=0"),
    /** As released, but for a DEL without a daemon, which goes into the spool at once. */
    SPOOLING("shim-spooling", "", "-DDEL_TOTAL_MS=0");

    private static final class Limits {
        static final String OF_THE_IMPATIENT =
                "-DPROBE_TOTAL_MS=1500 -DPROBE_ONCE_MS=1000 -DANSWER_MS=1000 -DSTDIN_MS=700 -DDEL_TOTAL_MS=300";
    }

    private static final int MINUTES = 10;
    private static final Path SOURCES = Path.of("shim").toAbsolutePath();

    private final Path output;
    private final Path programs;
    private final String limits;

    ShimBuild(String output, String programs, String limits) {
        this.output = Path.of("target", output).toAbsolutePath();
        this.programs = this.output.resolve(programs);
        this.limits = limits;
    }

    /** {@return multus-shim} */
    public Path shim() throws IOException, InterruptedException {
        make(programs.equals(output) ? "all" : "checked");
        return programs.resolve("multus-shim");
    }

    /** {@return multus-launch} */
    public Path launcher() throws IOException, InterruptedException {
        make(programs.equals(output) ? "all" : "checked");
        return programs.resolve("multus-launch");
    }

    /** {@return multus-netns} */
    public Path netns() throws IOException, InterruptedException {
        make(this == CHECKED ? "checked" : "all");
        return programs.resolve("multus-netns");
    }

    /** {@return a plugin that says where it runs: shim/test/plugin} */
    public Path plugin() throws IOException, InterruptedException {
        make(output.resolve("plugin").toString());
        return output.resolve("plugin");
    }

    /** Makes targets, and returns what they print. One at a time: two would write the same files. */
    String make(String... targets) throws IOException, InterruptedException {
        synchronized (SOURCES) {
            var command =
                    new ArrayList<>(List.of(SOURCES.resolve("build").toString(), "O=" + output, "LIMITS=" + limits));
            command.addAll(Arrays.asList(targets));
            return run(command);
        }
    }

    /** What the build printed is in the failure. */
    private static String run(List<String> command) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        try (var ending = process.getInputStream()) {
            var output = new String(ending.readAllBytes(), UTF_8);
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new AssertionError(String.join(" ", command) + " failed: " + output);
            }
            return output;
        }
    }
}
