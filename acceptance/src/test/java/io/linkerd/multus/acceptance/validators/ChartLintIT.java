// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.validators;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What linters of charts say, for every values file of {@code ci}. */
class ChartLintIT {
    private static final Path CHARTS = Path.of("..", "charts");

    /** A download of two packages and of what they need. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @Test
    void helmLintsEveryValuesFileWithoutAWarning() throws Exception {
        var helm = ValidatorPrograms.helm();
        var files = ChartRenderings.valuesFiles();
        assertThat(files).hasSizeGreaterThan(20);

        ValidatorPrograms.kept()
                .ask(
                        new Question(List.of(helm), List.of("lint"), List.of(CHARTS), Explained.nothing()),
                        () -> new Programs.Outcome(0, String.join("\n", lint(helm, files)), ""),
                        answer -> Explained.nothing()
                                .judge(
                                        answer.titled(
                                                "helm lint --strict, with " + (files.size() + 1) + " values files"),
                                        answer.lines()));
    }

    private static List<String> lint(Path helm, List<Path> files) throws IOException, InterruptedException {
        var said = new ArrayList<>(lint(helm, CHARTS.resolve("linkerd-multus-crds"), "values.yaml"));
        for (var values : files) {
            said.addAll(lint(helm, CHARTS.resolve("linkerd-multus"), "ci/" + values.getFileName()));
        }
        return said;
    }

    /** {@return what it says of the chart, but for the summary} */
    private static List<String> lint(Path helm, Path chart, String values) throws IOException, InterruptedException {
        var said = ValidatorPrograms.run(
                helm,
                "lint",
                "--strict",
                "--kube-version=1.35.0",
                "--values=" + chart.resolve(values),
                chart.toString());

        assertThat(said.output()).as(said.errors()).contains("1 chart(s) linted, 0 chart(s) failed");
        assertThat(said.succeeded()).isTrue();
        return said.output()
                .lines()
                .filter(line -> line.startsWith("["))
                .map(line -> values + ": " + line)
                .toList();
    }

    @Test
    @EnabledIfSystemProperty(
            named = "validators",
            matches = "true",
            disabledReason = "gets yamllint and yamale from PyPI")
    void chartTestingFindsNothing() throws Exception {
        var helm = ValidatorPrograms.helm();
        var chartTesting = ValidatorPrograms.chartTesting();
        var arguments = List.of(
                "lint",
                "--all",
                "--chart-dirs=" + CHARTS,
                "--lint-conf=" + conf("lintconf.yaml"),
                "--chart-yaml-schema=" + conf("chart_schema.yaml"),
                // Parts are in their chart's folder, and no repository is needed for them.
                "--skip-helm-dependencies",
                "--helm-lint-extra-args=--strict --kube-version=1.35.0",
                // A version is raised by a release, not by each change.
                "--check-version-increment=false",
                // It asks GitHub for an account of each maintainer's name.
                "--validate-maintainers=false");

        ValidatorPrograms.kept()
                .ask(
                        new Question(List.of(chartTesting, helm), arguments, List.of(CHARTS), Explained.nothing()),
                        () -> ValidatorPrograms.run(
                                Map.of("PATH", python() + ":" + helm.getParent() + ":" + System.getenv("PATH")),
                                chartTesting,
                                arguments),
                        ChartLintIT::judge);
    }

    private static void judge(Answer answer) {
        var said = answer.said();
        System.out.println(answer.titled("ct lint") + ":");
        said.output().lines().filter(line -> line.startsWith(" ")).forEach(System.out::println);
        assertThat(said.output()).contains("All charts linted successfully");
        assertThat(answer.lines()).noneMatch(line -> line.contains("warning") || line.contains("WARNING"));
        assertThat(said.succeeded()).as(said.output() + said.errors()).isTrue();
    }

    /** {@return a file that chart-testing brings along} */
    private static String conf(String file) throws IOException, InterruptedException {
        return ValidatorPrograms.chartTestingFiles()
                .resolve("etc")
                .resolve(file)
                .toString();
    }

    /** {@return the folder of the two programs in Python that it calls} */
    private static Path python() throws IOException, InterruptedException {
        var environment = Path.of("target", "validators").toAbsolutePath();
        Programs.plain().output(PATIENCE, List.of("python3", "-m", "venv", environment.toString()));
        Programs.plain()
                .output(
                        PATIENCE,
                        List.of(
                                environment.resolve("bin/pip").toString(),
                                "install",
                                "--quiet",
                                "--disable-pip-version-check",
                                "yamllint==1.38.0",
                                "yamale==6.1.0"));
        return environment.resolve("bin");
    }
}
