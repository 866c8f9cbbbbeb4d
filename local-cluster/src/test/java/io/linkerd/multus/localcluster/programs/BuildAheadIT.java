// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** As the build calls it: from its source, with an empty class path. */
class BuildAheadIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Says who it is, and compiles for ever. */
    private static final String COMPILER = """
            #!/bin/sh
            if [ "$1" = version ]; then echo go version go1.26.0 linux/amd64; exit; fi
            echo $$ >"$0.process.new"
            mv "$0.process.new" "$0.process"
            exec sleep 600
            """;

    @TempDir
    Path directory;

    @Test
    void endsWithTheBuildThatStartedItAndTakesTheCompilerAlong() throws Exception {
        var go = Files.writeString(directory.resolve("go"), COMPILER);
        Files.setPosixFilePermissions(go, PosixFilePermissions.fromString("rwxr-xr-x"));
        var shell = new ProcessBuilder("sh", "-c", "\"$@\" & wait", "sh", java(), source(), project());
        shell.environment().put("PATH", directory + ":" + System.getenv("PATH"));
        shell.environment()
                .put("LINKERD_MULTUS_CACHE", directory.resolve("cache").toString());
        var build = shell.redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile())
                .start();
        try {
            var process = Path.of(go + ".process");
            await().atMost(PATIENCE).until(() -> Files.exists(process) || !build.isAlive());
            assertThat(directory.resolve("output")).isEmptyFile();
            var all = build.descendants().toList();
            assertThat(all)
                    .extracting(ProcessHandle::pid)
                    .contains(Long.parseLong(Files.readString(process).strip()));

            build.destroyForcibly();

            await().atMost(PATIENCE).until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
        } finally {
            build.descendants().forEach(ProcessHandle::destroyForcibly);
            build.destroyForcibly();
        }
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static String source() throws IOException {
        return Path.of("src", "main", "java", BuildAhead.class.getName().replace('.', '/') + ".java")
                .toRealPath()
                .toString();
    }

    private static String project() throws IOException {
        return Path.of("..").toRealPath().toString();
    }
}
