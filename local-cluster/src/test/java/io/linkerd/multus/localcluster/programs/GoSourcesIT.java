// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The sources of every Go module in the project, wherever it is. */
class GoSourcesIT {
    /** Sources are not deeper than this; most of the output of Maven is. */
    private static final int DEPTH = 5;

    private static GoCommand go() throws IOException, InterruptedException {
        return GoCommand.find(System.getenv().getOrDefault("PATH", ""));
    }

    /** Who compiles beside a build of Kubernetes compiles it a second time; after it, Go's own cache has it. */
    @BeforeAll
    static void kubernetesIsCompiled() throws IOException, InterruptedException {
        GoTools.of(Cache.of(System.getenv()), Progress.silent()).cluster(LocalClusterExtension.project());
    }

    /** Those that have sources: one is a list of other people's tools. */
    static List<Path> modules() throws IOException {
        var project = LocalClusterExtension.project();
        var sources = filesBelow(project, "**.go");
        return filesBelow(project, "**/go.mod").stream()
                .map(Path::getParent)
                .filter(module -> sources.stream().anyMatch(source -> source.startsWith(module)))
                .map(project::relativize)
                .toList();
    }

    private static List<Path> filesBelow(Path project, String glob) throws IOException {
        var matcher = project.getFileSystem().getPathMatcher("glob:" + glob);
        try (var files = Files.find(project, DEPTH, (file, _) -> matcher.matches(file))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("modules")
    void areFormattedAsGofmtDoes(Path module) throws IOException, InterruptedException {
        var gofmt = go().path().toRealPath().resolveSibling("gofmt").toString();
        var folder = LocalClusterExtension.project().resolve(module).toString();

        assertPasses(Programs.plain().run(GoTools.DEADLINE, "", List.of(gofmt, "-d", folder)));
    }

    @ParameterizedTest
    @MethodSource("modules")
    void passGoVetAndTheirOwnTests(Path module) throws IOException, InterruptedException {
        var go = go();
        var folder = LocalClusterExtension.project().resolve(module);

        assertPasses(go.programs(Map.of())
                .run(GoTools.DEADLINE, "", go.in(folder, "test", "-trimpath", "-vet=all", "./...")));
    }

    private static void assertPasses(Programs.Outcome outcome) {
        assertThat(outcome.succeeded()).as(outcome.output() + outcome.errors()).isTrue();
    }
}
