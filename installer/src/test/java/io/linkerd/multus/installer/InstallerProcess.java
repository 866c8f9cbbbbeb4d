// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The installer as the kubelet starts it: a process of its own, with the JVM flags of the image. */
final class InstallerProcess implements AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(60);

    private final Process process;
    private final Path log;

    InstallerProcess(Map<String, String> environment, Path log) throws IOException {
        this(List.of(), environment, log);
    }

    /** As the last arguments of another command, which becomes this process. */
    InstallerProcess(List<String> before, Map<String, String> environment, Path log) throws IOException {
        this.log = log;
        var command = new ArrayList<>(before);
        Collections.addAll(
                command,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xss256k",
                "-Xms8m",
                "-Xmn4m",
                "-Xmx24m",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                InstallerApplication.class.getName());
        var builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.redirectErrorStream(true).redirectOutput(log.toFile());
        process = builder.start();
    }

    void awaitReady() {
        awaitLog("ready: the node has plugin and kubeconfig");
    }

    /** What other tests' threads throw meanwhile is no failure of this one: Micronaut's do, where a context is closed while it starts. */
    void awaitLog(String text) {
        await().dontCatchUncaughtExceptions()
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(10))
                .untilAsserted(() -> assertThat(log()).contains(text));
    }

    String log() throws IOException {
        return Files.exists(log) ? Files.readString(log) : "";
    }

    /** As the kubelet: SIGTERM, and the exit that follows within the grace period. */
    void terminate() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new AssertionError("still there 30 s after SIGTERM");
        }
    }

    /** As kill -9. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** Whether the process has ended by itself after this time. */
    boolean endsWithin(Duration time) throws InterruptedException {
        return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** What it has taken of a processor since its start, to 10 ms. */
    Duration cpu() {
        return process.toHandle().info().totalCpuDuration().orElseThrow();
    }

    int exitCode() {
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
