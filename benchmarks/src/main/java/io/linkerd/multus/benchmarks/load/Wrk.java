// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.load;

import io.linkerd.multus.localcluster.programs.DebianPackages;
import io.linkerd.multus.localcluster.programs.Programs;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Has wrk ask a server as fast as it answers. It takes a tenth of the processor time that a client in Java does. */
public final class Wrk {
    private static final String RESULT = "result ";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final double MICROS_PER_MILLI = 1e3;
    private static final double MICROS_PER_SECOND = 1e6;

    /** A socket error is one of the connection, a status error an answer of 400 or more; both are failures. */
    private static final String SCRIPT = """
            wrk.method = "POST"
            wrk.headers["Content-Type"] = "application/json"
            local file = assert(io.open(os.getenv("REVIEW"), "rb"))
            wrk.body = file:read("*a")
            file:close()
            done = function(summary, latency, requests)
              local e = summary.errors
              io.write(string.format("result %d %d %d %d %d %d\\n", summary.requests, summary.duration,
                latency:percentile(50), latency:percentile(99), e.connect + e.read + e.write + e.timeout, e.status))
            end
            """;

    private final Target target;
    private final Programs programs;
    private final Path script;
    private final Progress progress;

    private Wrk(Target target, Programs programs, Path script, Progress progress) {
        this.target = target;
        this.programs = programs;
        this.script = script;
        this.progress = progress;
    }

    /** Sees to it that this machine has it. */
    public static void install(Progress progress) throws IOException, InterruptedException {
        new DebianPackages(System.getenv().getOrDefault("PATH", ""), Map.of("wrk", "wrk"), progress).install();
    }

    /** Prepares, with files in {@code directory}; what fails is said as it comes. */
    public static Wrk against(Target target, Path directory, Progress progress) throws IOException {
        var script = Files.writeString(directory.resolve("wrk.lua"), SCRIPT);
        var body = Files.writeString(directory.resolve("review.json"), target.body());
        return new Wrk(target, new Programs(Map.of("REVIEW", body.toString())), script, progress);
    }

    /** Asks for so long on so many connections, which are kept. */
    public Outcome run(int connections, Duration duration) throws IOException, InterruptedException {
        var command = List.of(
                "wrk",
                "--threads=1",
                "--connections=" + connections,
                "--duration=" + duration.toSeconds() + "s",
                "--timeout=10s",
                "--script=" + script,
                "https://127.0.0.1:" + target.port() + target.path());
        return read(programs.output(duration.plus(PATIENCE), command));
    }

    private Outcome read(String output) throws IOException {
        var result = output.lines()
                .filter(line -> line.startsWith(RESULT))
                .findFirst()
                .orElseThrow(() -> new IOException("wrk said nothing of its result:\n" + output));
        var numbers = Arrays.stream(result.substring(RESULT.length()).split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
        if (numbers[0] == 0) {
            throw new IOException("nothing was answered:\n" + output);
        }
        if (numbers[4] + numbers[5] > 0) {
            progress.say("  of " + numbers[0] + " requests " + numbers[4] + " failed with their connection, and "
                    + numbers[5] + " were answered with 400 or more");
        }
        return new Outcome(
                numbers[0],
                numbers[0] / (numbers[1] / MICROS_PER_SECOND),
                numbers[2] / MICROS_PER_MILLI,
                numbers[3] / MICROS_PER_MILLI,
                Math.toIntExact(numbers[4] + numbers[5]));
    }
}
