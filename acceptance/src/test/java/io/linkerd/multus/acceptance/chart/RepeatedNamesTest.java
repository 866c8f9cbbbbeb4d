// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static io.linkerd.multus.acceptance.chart.Rendering.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the chart sets and a value says once more: Helm 4 applies on the server's side, which refuses a variable that is there twice. A key of
 * a map that is there twice is refused by whatever reads a {@link Rendering}.
 */
class RepeatedNamesTest {
    private static final List<String> PARTS = List.of("installer", "controller", "webhook");

    /** The mode in which the installer is told most. */
    private static final Map<String, String> CHAINED =
            Map.of("global.platform", "kubernetes", "global.mode", "chained", "installer.cniBinDir", "/opt/cni/bin");

    private static final String NAME = "app\\.kubernetes\\.io/name";
    private static final String INSTANCE = "app\\.kubernetes\\.io/instance";
    private static final String MANAGED_BY = "app\\.kubernetes\\.io/managed-by";
    private static final String PART_OF = "app\\.kubernetes\\.io/part-of";

    /** What docs/webhook.md has a person set made `helm upgrade` fail: duplicate entries for key [name="LINKERD_MULTUS_LOG_LEVEL"]. */
    @ParameterizedTest
    @ValueSource(strings = {"installer", "controller", "webhook"})
    void aPartLogsAsItsOwnVariablesSay(String part) {
        var values = new HashMap<>(env(part, 0, "LINKERD_MULTUS_LOG_LEVEL", "debug"));
        values.putAll(env(part, 1, "LINKERD_MULTUS_LOG_FORMAT", "json"));
        var container = container(Chart.render(values), part);

        assertThat(names(container)).doesNotHaveDuplicates();
        assertThat(variable(container, "LINKERD_MULTUS_LOG_LEVEL")).isEqualTo("debug");
        assertThat(variable(container, "LINKERD_MULTUS_LOG_FORMAT")).isEqualTo("json");
    }

    @Test
    void theOtherPartsLogAsBefore() {
        var rendering = Chart.render(env("webhook", 0, "LINKERD_MULTUS_LOG_LEVEL", "debug"));

        assertThat(variable(container(rendering, "controller"), "LINKERD_MULTUS_LOG_LEVEL"))
                .isEqualTo("info");
    }

    static Stream<Arguments> variablesOfTheChart() {
        var rendering = Chart.render(CHAINED);
        return PARTS.stream()
                .flatMap(part -> names(container(rendering, part)).stream()
                        .filter(name -> !name.startsWith("LINKERD_MULTUS_LOG_"))
                        .map(name -> Arguments.of(part, name)));
    }

    /** Which of the two counted was the order of the template, and other objects follow the chart's. */
    @ParameterizedTest
    @MethodSource("variablesOfTheChart")
    void noOtherVariableOfTheChartCanBeSaidAgain(String part, String name) {
        var values = new HashMap<>(CHAINED);
        values.putAll(env(part, 0, name, "other"));

        assertThatThrownBy(() -> Chart.render(values))
                .hasMessageContaining(part + ".env: the chart sets " + name + " itself");
    }

    @Test
    void aVariableThatAPersonSaysTwiceIsRefused() {
        var values = new HashMap<>(env("webhook", 0, "A", "one"));
        values.putAll(env("webhook", 1, "A", "two"));

        assertThatThrownBy(() -> Chart.render(values)).hasMessageContaining("webhook.env: A is there twice");
    }

    @ParameterizedTest
    @CsvSource({
        "global.commonLabels," + NAME,
        "global.commonLabels," + INSTANCE,
        "global.commonLabels," + MANAGED_BY,
        "global.commonLabels,multus\\.linkerd\\.io/installer-of",
        "installer.podLabels," + NAME,
        "controller.podLabels," + INSTANCE,
        "webhook.podLabels," + NAME,
        "installer.podAnnotations,linkerd\\.io/inject",
        "controller.podAnnotations,linkerd\\.io/inject",
        "webhook.podAnnotations,linkerd\\.io/inject",
        "installer.podAnnotations,openshift\\.io/required-scc"
    })
    void whatObjectsAreFoundByIsTheCharts(String value, String key) {
        assertThatThrownBy(() -> Chart.render(Map.of("global.platform", "openshift", value + "." + key, "other")))
                .hasMessageContaining(value + ": " + key.replace("\\", "") + " is the chart's own");
    }

    @ParameterizedTest
    @ValueSource(strings = {"k8s-app", "linkerd\\.io/cni-resource"})
    void whatLinkerdCheckFindsObjectsByIsTheCharts(String key) {
        assertThatThrownBy(() -> Chart.render(
                        Map.of("global.linkerd.cniChart", "Replace", "global.commonLabels." + key, "other")))
                .hasMessageContaining("global.commonLabels: " + key.replace("\\", "") + " is the chart's own");
        assertThat(Chart.render(Map.of("global.commonLabels." + key, "other")).all())
                .isNotEmpty();
    }

    @Test
    void whatSaysTheSameIsThereOnce() {
        var values = Map.of(
                "global.commonLabels." + INSTANCE,
                Chart.RELEASE,
                "webhook.podAnnotations.linkerd\\.io/inject",
                "disabled");

        assertThat(annotations(Chart.render(values), "webhook")
                        .path("linkerd.io/inject")
                        .asText())
                .isEqualTo("disabled");
    }

    @Test
    void anyOtherLabelIsAsTheNearestValueSays() {
        var rendering = Chart.render(Map.of(
                "global.commonLabels." + PART_OF,
                "platform",
                "global.commonLabels.team",
                "mesh",
                "webhook.podLabels." + PART_OF,
                "edge",
                "webhook.podLabels.team",
                "front"));

        assertThat(rendering.all())
                .allSatisfy(object ->
                        assertThat(label(object.path("metadata"), PART_OF)).isEqualTo("platform"));
        assertThat(label(pod(rendering, "webhook").path("metadata"), PART_OF)).isEqualTo("edge");
        assertThat(label(pod(rendering, "webhook").path("metadata"), "team")).isEqualTo("front");
        assertThat(label(pod(rendering, "controller").path("metadata"), "team")).isEqualTo("mesh");
    }

    /** Prometheus alone looks at them. */
    @Test
    void aMonitorsLabelsAreAsItsOwnValueSays() {
        var rendering = Chart.render(Map.of(
                "global.monitoring.kind",
                "PodMonitor",
                "global.monitoring.labels." + INSTANCE,
                "prometheus",
                "global.monitoring.labels.team",
                "metrics",
                "global.commonLabels.team",
                "mesh"));

        assertThat(rendering.ofKind("PodMonitor")).isNotEmpty().allSatisfy(monitor -> {
            assertThat(label(monitor.path("metadata"), INSTANCE)).isEqualTo("prometheus");
            assertThat(label(monitor.path("metadata"), "team")).isEqualTo("metrics");
        });
    }

    @Test
    void anAnnotationThatNothingRestsOnIsAsTheValueSays() {
        var rendering = Chart.render(Map.of(
                "global.platform", "openshift",
                "webhook.podAnnotations.openshift\\.io/required-scc", "restricted-v3",
                "installer.podAnnotations.cluster-autoscaler\\.kubernetes\\.io/enable-ds-eviction", "yes"));

        assertThat(annotations(rendering, "webhook")
                        .path("openshift.io/required-scc")
                        .asText())
                .isEqualTo("restricted-v3");
        assertThat(annotations(rendering, "installer")
                        .path("cluster-autoscaler.kubernetes.io/enable-ds-eviction")
                        .asText())
                .isEqualTo("yes");
    }

    private static Map<String, String> env(String part, int index, String name, String value) {
        var entry = part + ".env[" + index + "].";
        return Map.of(entry + "name", name, entry + "value", value);
    }

    private static JsonNode pod(Rendering rendering, String part) {
        return rendering
                .pods()
                .filter(pod -> pod.at("/spec/containers/0/name").asText().equals(part))
                .findAny()
                .orElseThrow();
    }

    private static JsonNode container(Rendering rendering, String part) {
        return pod(rendering, part).at("/spec/containers/0");
    }

    private static List<String> names(JsonNode container) {
        return Rendering.elements(container.path("env"))
                .map(variable -> variable.path("name").asText())
                .toList();
    }

    private static JsonNode annotations(Rendering rendering, String part) {
        return pod(rendering, part).at("/metadata/annotations");
    }

    private static String label(JsonNode metadata, String key) {
        return metadata.path("labels").path(key.replace("\\", "")).asText();
    }
}
