// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static io.linkerd.multus.acceptance.chart.Rendering.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.images.HelmChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both charts as dependencies of another one, whose global values reach every chart of its release. */
class DependencyTest {
    private static final Path CHARTS = Path.of("..", "charts");
    private static final List<String> NAMES = List.of("linkerd-multus", "linkerd-multus-crds");
    private static final Pattern ROW = Pattern.compile("^(global[.a-zA-Z]*): \\[([a-zA-Z, ]+)]$", Pattern.MULTILINE);

    @TempDir
    private Path folder;

    @BeforeEach
    void aroundBoth() throws IOException {
        var definition =
                new ArrayList<>(List.of("apiVersion: v2", "name: platform", "version: 1.0.0", "dependencies:"));
        for (var name : NAMES) {
            copy(CHARTS.resolve(name), folder.resolve("charts").resolve(name));
            definition.addAll(
                    List.of("  - name: " + name, "    version: 0.1.0", "    condition: " + name + ".enabled"));
        }
        Files.write(folder.resolve("Chart.yaml"), definition);
        Files.write(
                folder.resolve("values.yaml"),
                List.of("linkerd-multus: {enabled: true}", "linkerd-multus-crds: {enabled: true}"));
    }

    /** The values of Helm's condition, and each global value of another chart, were refused as unknown. */
    @Test
    void aChartAroundItHasConditionsAndGlobalValuesOfItsOwn() throws IOException {
        var objects = render(Map.of(
                "global.storageClass", "fast",
                "global.postgresql.auth.username", "shop",
                "global.networkPolicy.allowExternal", "true",
                "global.monitoring.namespace", "monitoring",
                "linkerd-multus-crds.global.anything", "1"));

        assertThat(objects.pods()).hasSize(3);
        assertThat(objects.ofKind("CustomResourceDefinition")).hasSize(2);
    }

    @Test
    void itsConditionLeavesItOut() throws IOException {
        assertThat(render(Map.of("linkerd-multus.enabled", "false")).all())
                .extracting(object -> object.path("kind").asText())
                .containsOnly("CustomResourceDefinition");
    }

    /** Secrets by their names alone are what most charts take. */
    @Test
    void itsGlobalValuesReachEveryPart() throws IOException {
        var objects = render(Map.of(
                "global.platform", "gke",
                "global.imageRegistry", "registry.example.com/mesh",
                "global.imagePullSecrets[0]", "registry",
                "global.imagePullSecrets[1].name", "other"));

        assertThat(objects.pods()).hasSize(3).allSatisfy(pod -> {
            assertThat(pod.at("/spec/imagePullSecrets").toString())
                    .isEqualTo("[{\"name\":\"registry\"},{\"name\":\"other\"}]");
            assertThat(pod.at("/spec/containers/0/image").asText()).startsWith("registry.example.com/mesh/");
        });
        assertThat(variable(installer(objects), "LINKERD_MULTUS_PLATFORM")).isEqualTo("gke");
    }

    @Test
    void itsOwnGlobalValuesCanBeSetForItAlone() throws IOException {
        var objects = render(Map.of(
                "linkerd-multus.global.logLevel", "debug",
                "linkerd-multus.multus.enabled", "true",
                "linkerd-multus.global.platform", "kubernetes"));

        assertThat(objects.pods()).hasSize(4);
        assertThat(variable(installer(objects), "LINKERD_MULTUS_LOG_LEVEL")).isEqualTo("debug");
    }

    /** What is below these is nobody else's, so a misspelt key there is told in any case. */
    @ParameterizedTest
    @CsvSource({
        "global.linkerd.namspace, namspace",
        "global.attachments.scpoe, scpoe",
        "linkerd-multus.instaler.enabled, instaler",
        "linkerd-multus-crds.instal, instal"
    })
    void aMisspeltKeyOfItsOwnObjectsIsRefused(String key, String unknown) {
        assertThatThrownBy(() -> render(Map.of(key, "x"))).hasMessageContaining("'" + unknown + "' not allowed");
    }

    /** By itself no other chart shares the global values. */
    @ParameterizedTest
    @CsvSource({
        "global.platfrom, global.platform",
        "global.loglevel, global.logLevel",
        "global.imageRegisty, global.imageRegistry",
        "global.modes, global.mode",
        "global.networkPolicy.enable, global.networkPolicy.enabled",
        "global.monitoring.knid, global.monitoring.kind"
    })
    void byItselfItAsksWhichKeyIsMeant(String said, String meant) {
        assertThatThrownBy(() -> Chart.render(Map.of(said, "x")))
                .hasMessageContaining(said + " is no value of this chart: did you mean " + meant + "?");
    }

    @Test
    void byItselfItNamesAllKeysWhereNoneIsNear() {
        assertThatThrownBy(() -> Chart.render(Map.of("global.storageClass", "fast")))
                .hasMessageContaining(
                        "global.storageClass is no value of this chart: in global there are attachments, ")
                .message()
                .doesNotContain("did you mean");
    }

    /** The template has to know what the schema leaves open there. */
    @Test
    void templateAndSchemaKnowTheSameKeys() throws IOException {
        var rows = ROW.matcher(Files.readString(CHARTS.resolve("linkerd-multus/templates/_globals.tpl")))
                .results()
                .collect(Collectors.toMap(
                        row -> row.group(1), row -> List.of(row.group(2).split(", ", -1))));
        var schema = Objects.requireNonNull(
                        Chart.everywhere("values.schema.json").get(""))
                .at("/properties/global");

        assertThat(open("global", schema).keySet()).isEqualTo(rows.keySet());
        assertThat(open("global", schema))
                .allSatisfy((place, keys) ->
                        assertThat(keys).containsExactlyInAnyOrderElementsOf(Objects.requireNonNull(rows.get(place))));
    }

    /** {@return the objects of a schema that take any key, with those that it knows} */
    private static Map<String, List<String>> open(String place, JsonNode schema) {
        var found = new TreeMap<String, List<String>>();
        var properties = schema.path("properties");
        if (schema.path("type").asText().equals("object") && !schema.has("additionalProperties")) {
            found.put(place, properties.propertyStream().map(Map.Entry::getKey).toList());
        }
        properties
                .propertyStream()
                .forEach(entry -> found.putAll(open(place + "." + entry.getKey(), entry.getValue())));
        return found;
    }

    private static JsonNode installer(Rendering objects) {
        return objects.one("DaemonSet", Chart.RELEASE + "-installer").at("/spec/template/spec/containers/0");
    }

    private Rendering render(Map<String, String> values) throws IOException {
        var template = new HelmChart(folder).template(Chart.RELEASE, Chart.NAMESPACE);
        new HashMap<>(values).forEach(template::set);
        return new Rendering(HelmChart.objects(template.call()));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (var file : files.toList()) {
                var target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }
}
