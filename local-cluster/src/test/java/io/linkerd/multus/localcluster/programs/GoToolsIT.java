// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.localcluster.programs.GoModule.Build;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoToolsIT {
    /** Notes each call, takes some time for it, and fails where another is not done yet. */
    private static final String COMPILER = """
            #!/bin/sh
            mkdir "$0.busy" || exit 1
            echo "$@" >>"$0.calls"
            while [ "$1" != -o ]; do shift; done
            sleep 0.2
            echo program >"$2"
            rmdir "$0.busy"
            """;

    @TempDir
    Path directory;

    private Path go = Path.of("/");
    private Path sources = Path.of("/");

    @BeforeEach
    void compiler() throws IOException {
        go = Files.writeString(directory.resolve("go"), COMPILER);
        Files.setPosixFilePermissions(go, PosixFilePermissions.fromString("rwxr-xr-x"));
        sources = Files.createDirectories(directory.resolve("sources").resolve("two"));
        Files.writeString(sources.resolve("go.mod"), "module two");
    }

    @Test
    void whoWaitedForTheSameProgramsFindsThemBuilt() throws Exception {
        Callable<Path> build = () -> new GoTools(
                        new Cache(directory.resolve("cache")),
                        new GoCommand(go, "go version go1.26.0", List.of()),
                        Progress.silent())
                .folder(GoModule.of(sources, "two programs", new Build("one", "."), new Build("other", "./other")));
        try (var threads = Executors.newFixedThreadPool(3)) {
            var folders =
                    threads.invokeAll(Stream.generate(() -> build).limit(3).toList());
            for (var folder : folders) {
                assertThat(folder.get()).isEqualTo(folders.getFirst().get());
            }
            assertThat(folders.getFirst().get().resolve("other")).hasContent("program");
        }
        assertThat(Files.readAllLines(Path.of(go + ".calls"))).hasSize(2);
    }
}
