// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.scripts;

import static org.awaitility.Awaitility.await;

import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A script that was started; closing it leaves nothing of it behind.
 *
 * @param process the script itself
 * @param file what it says on both outputs
 */
record RunningScript(Process process, Path file) implements AutoCloseable {
    /** Each does in milliseconds what it does; the machine may be busy. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    String output() throws IOException {
        return Files.readString(file);
    }

    /** Waits until it has said something. */
    void awaitOutput(String pattern) {
        await(pattern).atMost(PATIENCE).until(() -> output().matches("(?s).*" + pattern + ".*"));
    }

    /** Waits until a program of its has made a file, and returns what is in it. */
    String awaitFile(Path made) throws IOException {
        await(made.toString()).atMost(PATIENCE).until(() -> Files.exists(made));
        return Files.readString(made).strip();
    }

    /** Types something, as a person would, and says that there is no more. */
    void type(String text) throws IOException {
        try (var stdin = process.getOutputStream()) {
            stdin.write(text.getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** Sends a signal to the script alone, as {@code timeout} and systemd do, and not to what it has started. */
    void signal(String name) throws IOException, InterruptedException {
        Programs.plain().output(PATIENCE, List.of("kill", "-s", name, Long.toString(process.pid())));
    }

    int exitCode() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("the script has not ended within " + PATIENCE);
        }
        return process.exitValue();
    }

    /** Waits until another process is gone. */
    static void awaitGone(String pid) {
        await("process " + pid)
                .atMost(PATIENCE)
                .until(() -> ProcessHandle.of(Long.parseLong(pid))
                        .map(handle -> !handle.isAlive())
                        .orElse(true));
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
