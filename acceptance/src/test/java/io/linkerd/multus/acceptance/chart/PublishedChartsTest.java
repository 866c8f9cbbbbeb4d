// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.linkerd.multus.images.HelmChart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What Artifact Hub and OpenShift's catalog show of the charts. The rules are those of artifacthub.io/docs/topics/annotations/helm and of
 * chart-verifier's profile "partner" 1.3, which itself cannot be had here (docs/reliability.md).
 */
class PublishedChartsTest {
    private static final Path ROOT = Path.of("..");
    private static final String CHART = "linkerd-multus";
    private static final String CRDS = "linkerd-multus-crds";
    private static final String HUB = "artifacthub.io/";
    private static final String OPENSHIFT = "charts.openshift.io/";
    private static final ObjectReader YAML = new YAMLMapper().reader();

    private static final Map<String, String> SECTIONS =
            Map.of("added", "### Added", "changed", "### Changed", "fixed", "### Fixed", "security", "### Fixed");

    @ParameterizedTest
    @ValueSource(strings = {CHART, CRDS})
    void whoFindsAChartIsToldWhatItIsAndWhose(String chart) throws IOException {
        var definition = definition(chart);

        for (var file : List.of("README.md", "values.yaml", "values.schema.json")) {
            assertThat(folder(chart).resolve(file)).isNotEmptyFile();
        }
        assertThat(definition.path("apiVersion").asText()).isEqualTo("v2");
        assertThat(definition.path("description").asText()).isNotBlank();
        assertThat(definition.path("home").asText()).startsWith("https://");
        assertThat(definition.at("/sources/0").asText()).startsWith("https://");
        assertThat(definition.at("/maintainers/0/name").asText()).isNotBlank();
        assertThat(definition.at("/maintainers/0/email").asText()).contains("@");
        // The suffixes of vendors, as in v1.29.14+7cf4c05 or v1.30.8-gke.1, are older than the version without.
        assertThat(definition.path("kubeVersion").asText()).matches(">=1\\.\\d+\\.0-0");
    }

    @ParameterizedTest
    @ValueSource(strings = {CHART, CRDS})
    void theIconIsTheOperators(String chart) throws IOException {
        var icon = definition(chart).path("icon").asText();

        assertThat(icon).startsWith("data:image/svg+xml;base64,");
        assertThat(new String(
                        Base64.getDecoder().decode(icon.substring(icon.indexOf(',') + 1)), StandardCharsets.UTF_8))
                .isEqualToIgnoringNewLines(Files.readString(ROOT.resolve("openshift/base/icon.svg"))
                        .strip());
    }

    @ParameterizedTest
    @ValueSource(strings = {CHART, CRDS})
    void artifactHubCanReadItsAnnotations(String chart) throws IOException {
        assertThat(annotation(chart, HUB + "category")).isEqualTo("networking");
        assertThat(annotation(chart, HUB + "license")).isEqualTo("Apache-2.0");
        for (var flag : List.of("operator", "prerelease", "containsSecurityUpdates")) {
            assertThat(annotation(chart, HUB + flag)).isIn("true", "false");
        }
        var links = list(chart, "links");
        assertThat(links).allMatch(link -> link.path("url").asText().startsWith("https://"));
        // The one that it shows as where help is to be had.
        assertThat(links).anyMatch(link -> link.path("name").asText().equals("support"));
        assertThat(annotation(chart, OPENSHIFT + "supportURL"))
                .isEqualTo(links.getLast().path("url").asText());
    }

    @ParameterizedTest
    @ValueSource(strings = {CHART, CRDS})
    void whatChangedIsInTheWordsOfTheChangelog(String chart) throws IOException {
        var changes = list(chart, "changes");

        assertThat(changes).isNotEmpty().allSatisfy(change -> {
            var section = SECTIONS.getOrDefault(change.path("kind").asText(), "no such kind");
            assertThat(latest(section))
                    .contains("- " + change.path("description").asText());
        });
        assertThat(annotation(chart, HUB + "containsSecurityUpdates"))
                .isEqualTo(Boolean.toString(changes.stream()
                        .anyMatch(change -> change.path("kind").asText().equals("security"))));
    }

    /** {@return that section of the newest version, on one line} */
    private static String latest(String section) {
        try {
            var newest = Files.readString(ROOT.resolve("CHANGELOG.md")).split("\n## ", -1)[1];
            return Stream.of(newest.split("\n(?=### )", -1))
                    .filter(part -> part.startsWith(section))
                    .map(part -> part.replaceAll("\\s+", " "))
                    .collect(Collectors.joining());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theImagesAreThoseOfTheDefaultsWithEveryPart() throws IOException {
        var used = Chart.render(Map.of("multus.enabled", "true"))
                .pods()
                .flatMap(Rendering::containers)
                .map(container -> container.path("image").asText())
                .collect(Collectors.toSet());

        assertThat(list(CHART, "images").stream()
                        .map(image -> image.path("image").asText()))
                .containsExactlyInAnyOrderElementsOf(used);
    }

    @Test
    void theKindsAreThoseOfTheTemplates() throws IOException {
        var crds = HelmChart.objects(
                new HelmChart(folder(CRDS)).template("crds", "default").call());

        assertThat(list(CRDS, "crds"))
                .extracting(told -> told.path("name"), told -> told.path("kind"), told -> told.path("version"))
                .containsExactlyInAnyOrderElementsOf(crds.stream()
                        .map(crd -> tuple(
                                crd.at("/metadata/name"), crd.at("/spec/names/kind"), crd.at("/spec/versions/0/name")))
                        .toList());
        assertThat(list(CRDS, "crds"))
                .allSatisfy(
                        told -> assertThat(told.path("description").asText()).isNotBlank());
        var csv = YAML.readTree(
                Files.readString(ROOT.resolve("openshift/bundle/manifests/linkerd-multus.clusterserviceversion.yaml")));
        assertThat(list(CRDS, "crdsExamples"))
                .isEqualTo(YAML.readTree(
                                csv.at("/metadata/annotations/alm-examples").asText())
                        .valueStream()
                        .toList());
    }

    @Test
    void openShiftsCatalogCanTakeTheChart() throws IOException {
        assertThat(annotation(CHART, OPENSHIFT + "name")).isNotBlank();
        assertThat(annotation(CHART, OPENSHIFT + "provider")).isNotBlank();
        assertThat(Set.of(annotation(CHART, OPENSHIFT + "archs").split(",", -1)))
                .isSubsetOf("x86_64", "aarch64", "ppc64le", "s390x");
        assertThat(folder(CHART).resolve("templates/NOTES.txt")).isNotEmptyFile();
        try (var tests = Files.list(folder(CHART).resolve("templates/tests"))) {
            assertThat(tests).anyMatch(test -> test.toString().endsWith(".yaml"));
        }
        assertThat(Chart.ciValues().map(Chart::renderCi).flatMap(rendering -> rendering.all().stream()))
                .extracting(object -> object.path("kind").asText())
                .doesNotContain("CustomResourceDefinition", "CSIDriver", "CSINode");
    }

    private static Path folder(String chart) {
        return ROOT.resolve("charts").resolve(chart);
    }

    private static JsonNode definition(String chart) throws IOException {
        return YAML.readTree(Files.readString(folder(chart).resolve("Chart.yaml")));
    }

    private static String annotation(String chart, String name) throws IOException {
        return definition(chart).path("annotations").path(name).asText();
    }

    private static List<JsonNode> list(String chart, String name) throws IOException {
        return YAML.readTree(annotation(chart, HUB + name)).valueStream().toList();
    }
}
