// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The program run with arguments, as a container does it, to its end.
 *
 * @param out standard output
 * @param err standard error
 */
record OneShot(int exitCode, String out, String err) {

    static OneShot run(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        var process = start(environment, arguments);
        var err = CompletableFuture.supplyAsync(() -> errorsOf(process));
        var out = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new OneShot(process.waitFor(), out, err.join());
    }

    static Process start(Map<String, String> environment, String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx40m",
                "-cp",
                System.getProperty("java.class.path"),
                InstallerApplication.class.getName()));
        command.addAll(Arrays.asList(arguments));
        var builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static String errorsOf(Process process) {
        try {
            return new String(process.getErrorStream().readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
