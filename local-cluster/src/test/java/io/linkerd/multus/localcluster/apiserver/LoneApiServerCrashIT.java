// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.apiserver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoneApiServerCrashIT {
    @Test
    void leavesNothingBehindWhenClosed(@TempDir Path temporary) throws Exception {
        var server = startInAnotherJvm(temporary);
        var pids = pidsOf(server);

        server.getOutputStream().close();

        assertThat(server.waitFor()).isZero();
        assertThat(pids).noneMatch(LoneApiServerCrashIT::isRunning);
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void endsWithAJvmThatIsKilledAndIsSweptByTheNext(@TempDir Path temporary) throws Exception {
        var server = startInAnotherJvm(temporary);
        var pids = pidsOf(server);
        assertThat(pids).hasSize(2).allMatch(LoneApiServerCrashIT::isRunning);

        server.destroyForcibly().waitFor();

        await().atMost(Duration.ofSeconds(30)).until(() -> pids.stream().noneMatch(LoneApiServerCrashIT::isRunning));
        assertThat(temporary).isNotEmptyDirectory();
        ScratchDirectory.create(temporary, "linkerd-multus-api").close();
        assertThat(temporary).isEmptyDirectory();
    }

    /** Prints the ids of its processes, and ends when its standard input does. */
    public static void main(String... arguments) throws IOException {
        try (var server = new LoneApiServer(Path.of(arguments[0]))) {
            IO.println(server.pids().stream().map(String::valueOf).collect(Collectors.joining(" ")));
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }

    private static Process startInAnotherJvm(Path temporary) throws IOException, InterruptedException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + temporary,
                        "-XX:-UsePerfData",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LoneApiServerCrashIT.class.getName(),
                        LocalClusterExtension.kubernetes().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static List<Long> pidsOf(Process server) throws IOException {
        var line = server.inputReader(UTF_8).readLine();
        assertThat(line).as("the line with the process ids").isNotNull();
        return Arrays.stream(line.split(" ")).map(Long::valueOf).toList();
    }

    /** A process that ended and was not yet reaped by its new parent counts as gone. */
    private static boolean isRunning(long pid) {
        try {
            return !Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z ");
        } catch (IOException e) {
            return false;
        }
    }
}
