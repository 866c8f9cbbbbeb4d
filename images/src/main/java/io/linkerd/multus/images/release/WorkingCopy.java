// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.advisories.ScanGate;
import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a release is made from, as Git knows it.
 *
 * @param project where it is
 * @param commit that is checked out
 * @param time of that commit, which everything has that needs a time: the same commit gives the same bytes
 * @param dirty whether there are changes in no commit
 */
record WorkingCopy(Project project, String commit, Instant time, boolean dirty) {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final List<String> CHARTS = List.of("linkerd-multus", "linkerd-multus-crds");

    static WorkingCopy of(Project project) throws IOException, InterruptedException {
        return new WorkingCopy(
                project,
                git(project, "rev-parse", "HEAD"),
                Instant.ofEpochSecond(Long.parseLong(git(project, "log", "-1", "--format=%ct"))),
                !git(project, "status", "--porcelain").isEmpty());
    }

    private static String git(Project project, String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git", "-C", project.root().toString()));
        command.addAll(List.of(arguments));
        return Programs.plain().output(PATIENCE, command).strip();
    }

    /** {@return what speaks against the release that is asked for} */
    List<String> problems(ReleaseOptions options) throws IOException {
        var problems = new ArrayList<String>();
        var version = options.version();
        if (!project.version().equals(version)) {
            problems.add("pom.xml has version " + project.version() + ", not " + version
                    + ": ./mvnw versions:set -DnewVersion=" + version + " changes it in all modules");
        }
        for (var chart : CHARTS) {
            var said = new YAMLMapper()
                    .readTree(folder(chart).resolve("Chart.yaml").toFile());
            for (var field : List.of("version", "appVersion")) {
                if (!said.path(field).asText().equals(version)) {
                    problems.add("charts/" + chart + "/Chart.yaml has " + field + " "
                            + said.path(field).asText() + ", not " + version);
                }
            }
        }
        if (dirty && !options.has(ReleaseOptions.DIRTY)) {
            problems.add("there are changes that are in no commit: commit them, or say " + ReleaseOptions.DIRTY
                    + ", which the provenance will tell");
        }
        problems.addAll(weaknesses(options));
        return problems;
    }

    /** Where other machines reach the registry, {@link ReleaseOptions} wants a scan. */
    private List<String> weaknesses(ReleaseOptions options) throws IOException {
        var scan = options.value(ReleaseOptions.SCAN);
        if (scan.isEmpty()) {
            return List.of();
        }
        var bills = Stream.of(Service.values())
                .collect(Collectors.toMap(Service::module, service -> Sbom.file(project, service)));
        return ScanGate.problems(Path.of(scan.get()), bills, project.root(), Instant.now());
    }

    private Path folder(String chart) {
        return project.root().resolve("charts").resolve(chart);
    }
}
