// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program in a JVM of its own, as its launcher starts it; what it writes goes through files, as it does in scripts. */
class ProgramIT {
    private record Ended(int code, String out, String err) {}

    @TempDir
    private Path folder;

    private Ended run(Map<String, String> environment, String... arguments) throws Exception {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath(),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        var out = folder.resolve("out");
        var err = folder.resolve("err");
        var builder = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment()
                .keySet()
                .removeAll(List.of("LC_ALL", "LC_CTYPE", "NO_COLOR", "LINKERD_MULTUS_CALLED_AS", "JAVA_TOOL_OPTIONS"));
        builder.environment().putAll(Map.of("LANG", "C", "TERM", "xterm", "HOME", folder.toString()));
        builder.environment().putAll(environment);
        var process = builder.start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return new Ended(process.exitValue(), text(out), text(err));
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }

    /** Without what the tests bring: a second logger, and their own classes. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> Stream.of("test-classes", "-tests.jar", "logback", "junit", "assertj")
                        .noneMatch(entry::contains))
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Test
    void linkerdGetsOneLine() throws Exception {
        assertThat(run(Map.of(), "_extension-metadata"))
                .isEqualTo(new Ended(0, "{\"name\":\"linkerd-multus\",\"checks\":\"always\"}\n", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"linkerd multus", "kubectl linkerd-multus"})
    void usageIsAsTheProgramWasCalledAndAPipeGetsNoColour(String name) throws Exception {
        var ended = run(Map.of("LINKERD_MULTUS_CALLED_AS", name), "--help");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).startsWith("Usage: " + name + " ").doesNotContain("\u001b");
        assertThat(ended.err()).isEmpty();
    }

    @Test
    void theClientsVersionAsksNoClusterAndLogsNothing() throws Exception {
        var ended =
                run(Map.of("KUBECONFIG", folder.resolve("none").toString(), "NO_COLOR", "1"), "version", "--client");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).matches("Client version: \\S+\n");
        assertThat(ended.err()).isEmpty();
    }

    @Test
    void aMistakeEndsWithItsCodeAndLeavesStdoutEmpty() throws Exception {
        var ended = run(Map.of(), "version", "--clent");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err())
                .startsWith("linkerd-multus: ")
                .contains("--client")
                .doesNotContain("\u001b", "\tat ");
    }

    /** What a library has to say of a cluster that does not answer is no line of ours. */
    @Test
    void withoutAClusterNoLoggerSpeaks() throws Exception {
        var ended =
                run(Map.of("KUBECONFIG", folder.resolve("none").toString()), "version", "--api-addr", "127.0.0.1:1");

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.out()).matches("Client version: \\S+\n");
        assertThat(ended.err())
                .startsWith("linkerd-multus: the API server https://127.0.0.1:1")
                .hasLineCount(1);
    }

    @Test
    void verboseTellsRequestsOnStderr() throws Exception {
        var ended = run(
                Map.of("KUBECONFIG", folder.resolve("none").toString()),
                "version",
                "--verbose",
                "--api-addr",
                "127.0.0.1:1");

        assertThat(ended.out()).matches("Client version: \\S+\n");
        assertThat(ended.err()).contains("GET https://127.0.0.1:1/apis/apps/v1/deployments?");
    }
}
