// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.InstallCommand;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import io.linkerd.multus.images.HelmChart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The chart on disk. */
final class Chart {
    static final String RELEASE = "mesh";
    static final String NAMESPACE = "mesh-system";

    private static final HelmChart CHART = HelmChart.of(Path.of(".."));
    private static final Path DIRECTORY = CHART.folder();
    private static final List<String> PARTS = List.of("installer", "controller", "webhook", "multus");
    private static final ObjectReader YAML = new YAMLMapper().reader();

    private Chart() {}

    static LintResult lint() {
        return new Helm(DIRECTORY).lint().strict().call();
    }

    /** Names of the values files that stand for the ways in which the chart is installed. */
    static Stream<String> ciValues() {
        try (var files = Files.list(DIRECTORY.resolve("ci"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Rendering renderCi(String valuesFile) {
        return rendered(CHART.template(RELEASE, NAMESPACE)
                .withValuesFile(DIRECTORY.resolve("ci").resolve(valuesFile)));
    }

    /** Renders with values as {@code --set} takes them; Helm's refusal is thrown as it is. */
    static Rendering render(Map<String, String> values) {
        return render(CHART, values);
    }

    /** Renders as for a cluster of that version of Kubernetes. */
    static Rendering renderOn(String kubernetes, Map<String, String> values) {
        var template = CHART.template(RELEASE, NAMESPACE).withKubeVersion(kubernetes);
        values.forEach(template::set);
        return rendered(template);
    }

    static Rendering renderPart(String part, Map<String, String> values) {
        return render(CHART.part(part), values);
    }

    private static Rendering render(HelmChart chart, Map<String, String> values) {
        var template = chart.template(RELEASE, NAMESPACE);
        values.forEach(template::set);
        return rendered(template);
    }

    private static Rendering rendered(TemplateCommand template) {
        try {
            return new Rendering(HelmChart.objects(template.call()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What Helm prints after an installation with values as {@code --set} takes them. */
    static String notes(Map<String, String> values) {
        return notes(CHART.rehearsal(RELEASE, NAMESPACE), values);
    }

    static String notesOn(String kubernetes, Map<String, String> values) {
        return notes(CHART.rehearsal(RELEASE, NAMESPACE).withKubeVersion(kubernetes), values);
    }

    private static String notes(InstallCommand rehearsal, Map<String, String> values) {
        values.forEach(rehearsal::set);
        var output = rehearsal.call().getOutput();
        return output.substring(output.indexOf("NOTES:"));
    }

    static Rendering renderFor(String platform) {
        return render(Map.of("global.platform", platform));
    }

    /** The file of the umbrella and those of its parts, by the name that their values are set under. */
    static Map<String, JsonNode> everywhere(String file) {
        return Stream.concat(
                        Stream.of(Map.entry("", DIRECTORY.resolve(file))),
                        PARTS.stream().map(part -> Map.entry(part, DIRECTORY.resolve("charts/" + part + "/" + file))))
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> yaml(entry.getValue())));
    }

    static String readme() {
        try {
            return Files.readString(DIRECTORY.resolve("README.md"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode yaml(Path file) {
        try {
            return YAML.readTree(Files.newInputStream(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
