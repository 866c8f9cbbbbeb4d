// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.shim;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A call as a runtime makes it: arguments, environment, and a configuration on standard input. */
public final class ShimCall {
    static final String ARGUMENTS =
            "IgnoreUnknown=1;K8S_POD_NAMESPACE=ns;K8S_POD_NAME=p;K8S_POD_INFRA_CONTAINER_ID=c;K8S_POD_UID=u";

    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final List<String> command;
    private final Map<String, String> environment;
    private final byte[] input;

    private ShimCall(List<String> command, Map<String, String> environment, byte[] input) {
        this.command = command;
        this.environment = environment;
        this.input = input;
    }

    /** A call about a container, or about all of them, with all that a runtime gives. */
    public static ShimCall of(Path program, String command, String config) {
        return new ShimCall(List.of(program.toString()), Map.of(), config.getBytes(UTF_8))
                .with("CNI_COMMAND", command)
                .with("CNI_CONTAINERID", "c0ffee")
                .with("CNI_NETNS", "/run/netns/none")
                .with("CNI_IFNAME", "eth0")
                .with("CNI_PATH", "/opt/cni/bin")
                .with("CNI_ARGS", ARGUMENTS);
    }

    static ShimCall bare(Path program, String... arguments) {
        var command = new ArrayList<String>();
        command.add(program.toString());
        command.addAll(List.of(arguments));
        return new ShimCall(command, Map.of(), new byte[0]);
    }

    public ShimCall with(String name, String value) {
        var changed = new TreeMap<>(environment);
        changed.put(name, value);
        return new ShimCall(command, changed, input);
    }

    public ShimCall without(String... names) {
        var changed = new TreeMap<>(environment);
        changed.keySet().removeAll(List.of(names));
        return new ShimCall(command, changed, input);
    }

    ShimCall reading(byte[] bytes) {
        return new ShimCall(command, environment, bytes.clone());
    }

    /**
     * How it ended.
     *
     * @param out standard output
     * @param err standard error
     */
    public record Outcome(int exit, String out, String err, Duration took) {}

    Process start() throws IOException {
        var builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** The same beside the test. */
    public CompletableFuture<Outcome> begin() {
        return aside(() -> {
            try {
                return run();
            } catch (IOException | InterruptedException e) {
                throw new CompletionException(e);
            }
        });
    }

    public Outcome run() throws IOException, InterruptedException {
        long before = System.nanoTime();
        var process = start();
        var err = aside(() -> all(process.getErrorStream()));
        var out = aside(() -> all(process.getInputStream()));
        try (var stdin = process.getOutputStream()) {
            stdin.write(input);
        } catch (IOException _) {
            // It ended without reading it.
        }
        if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("did not end within " + LONGEST + ": " + command);
        }
        return new Outcome(process.exitValue(), out.join(), err.join(), Duration.ofNanos(System.nanoTime() - before));
    }

    /** Does what waits for a process in a thread of its own: the common pool may have one alone. */
    static <T> CompletableFuture<T> aside(Supplier<T> work) {
        return CompletableFuture.supplyAsync(
                work, task -> Thread.ofPlatform().daemon().start(task));
    }

    private static String all(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
