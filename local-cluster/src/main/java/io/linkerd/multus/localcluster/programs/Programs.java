// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Runs other programs and waits for them.
 *
 * @param environment added to this JVM's own
 */
public record Programs(Map<String, String> environment) {
    /** Copies the map. */
    public Programs {
        environment = Map.copyOf(environment);
    }

    /** Adds nothing to the environment. */
    public static Programs plain() {
        return new Programs(Map.of());
    }

    /** How a program ended, and what it said on both outputs. */
    public record Outcome(int exitCode, String output, String errors) {
        /** Returns whether the exit code is 0. */
        public boolean succeeded() {
            return exitCode == 0;
        }
    }

    /** Runs a program to its end and returns its output; any exit code but 0 is an error that holds what the program said. */
    public String output(Duration deadline, List<String> command) throws IOException, InterruptedException {
        return output(deadline, "", command);
    }

    /** Does the same with {@code input} on the program's standard input. */
    public String output(Duration deadline, String input, List<String> command)
            throws IOException, InterruptedException {
        return orThrow(run(deadline, input, command), command).output();
    }

    /** Runs a program to its end, however it ends; at the deadline it is killed, which is an error. */
    public Outcome run(Duration deadline, String input, List<String> command) throws IOException, InterruptedException {
        var process = builder(command).start();
        try {
            try (var stdin = process.getOutputStream()) {
                stdin.write(input.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // It ended without reading all: its exit code says whether that was right.
            }
            return await(process, deadline, command);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Runs a program with a file on its standard input; an exit code other than 0 is an error. */
    public void feed(Duration deadline, Path input, List<String> command) throws IOException, InterruptedException {
        var process = builder(command).redirectInput(input.toFile()).start();
        try {
            orThrow(await(process, deadline, command), command);
        } finally {
            process.destroyForcibly();
        }
    }

    private ProcessBuilder builder(List<String> command) {
        var builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        return builder;
    }

    private static Outcome await(Process process, Duration deadline, List<String> command)
            throws IOException, InterruptedException {
        var output = reading(process.getInputStream());
        var errors = reading(process.getErrorStream());
        if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IOException(String.join(" ", command) + " has not ended within " + deadline);
        }
        return new Outcome(process.exitValue(), output.join(), errors.join());
    }

    private static Outcome orThrow(Outcome outcome, List<String> command) throws IOException {
        if (!outcome.succeeded()) {
            throw new IOException(String.join(" ", command) + " ended with exit code " + outcome.exitCode() + ": "
                    + (outcome.errors().isBlank() ? outcome.output() : outcome.errors()).strip());
        }
        return outcome;
    }

    private static CompletableFuture<String> reading(InputStream stream) {
        var text = new CompletableFuture<String>();
        Thread.ofVirtual().start(() -> {
            try (stream) {
                text.complete(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                text.complete(""); // killed at its deadline
            }
        });
        return text;
    }
}
