// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static io.linkerd.multus.acceptance.chart.Rendering.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both charts as dependencies of another one. */
class DependencyTest {
    /** Objects of no part, whose label has the chart's name: an alias is one. */
    private static final Set<String> PARTLESS =
            Set.of("mesh-owner", "mesh-view", "mesh-view-cluster", "mesh-view-pods");

    private static final Pattern TEMPLATE = Pattern.compile("\\{\\{-? *(?:define|block) \"([^\"]+)\"");

    @TempDir
    private Path folder;

    private ParentChart parent;

    @BeforeEach
    void aroundBoth() throws IOException {
        parent = ParentChart.in(folder);
    }

    /** The values of Helm's condition, and each global value of another chart, were refused as unknown. */
    @Test
    void aChartAroundItHasConditionsAndGlobalValuesOfItsOwn() throws IOException {
        var objects = parent.render(Map.of(
                "global.storageClass", "fast",
                "global.postgresql.auth.username", "shop",
                "global.networkPolicy.allowExternal", "true",
                "global.monitoring.namespace", "monitoring",
                "global.linkerd.enabled", "true",
                "global.multus.enabled", "false",
                "linkerd-multus-crds.global.anything", "1"));

        assertThat(objects).isEqualTo(parent.render(Map.of()));
        assertThat(objects.pods()).hasSize(3);
        assertThat(objects.ofKind("CustomResourceDefinition")).hasSize(2);
    }

    @Test
    void itsConditionLeavesItOut() throws IOException {
        assertThat(parent.render(Map.of("linkerd-multus.enabled", "false")).all())
                .extracting(object -> object.path("kind").asText())
                .containsOnly("CustomResourceDefinition");
    }

    /** Secrets by their names alone are what most charts take. */
    @Test
    void itsGlobalValuesReachEveryPart() throws IOException {
        var objects = parent.render(Map.of(
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

    /** A value of another chart's by the same name stood in the place of ours, and there was no way around it. */
    @Test
    void itsOwnGlobalValuesWinOverThoseOfAnotherChart() throws IOException {
        var objects = parent.render(Map.of(
                "global.platform", "kubernetes",
                "global.mode", "ha",
                "global.logLevel", "error",
                "linkerd-multus.multus.enabled", "true",
                "global.linkerdMultus.platform", "microshift",
                "global.linkerdMultus.mode", "file",
                "linkerd-multus.global.linkerdMultus.logLevel", "debug"));

        assertThat(objects.pods())
                .hasSize(4)
                .allSatisfy(pod -> assertThat(variable(pod.at("/spec/containers/0"), "LINKERD_MULTUS_LOG_LEVEL"))
                        .isEqualTo("debug"));
        assertThat(variable(installer(objects), "LINKERD_MULTUS_PLATFORM")).isEqualTo("microshift");
        assertThat(variable(installer(objects), "LINKERD_MULTUS_MODE")).isEqualTo("file");
        assertThat(objects.ofKind("SecurityContextConstraints")).hasSize(2);
    }

    /** As before there was such an object; the global values of the chart around it win over them. */
    @Test
    void globalValuesUnderItsNameHoldForItAlone() throws IOException {
        var objects = parent.render(Map.of("linkerd-multus.global.logLevel", "debug", "global.logFormat", "json"));

        assertThat(objects.pods()).hasSize(3).allSatisfy(pod -> {
            assertThat(variable(pod.at("/spec/containers/0"), "LINKERD_MULTUS_LOG_LEVEL"))
                    .isEqualTo("debug");
            assertThat(variable(pod.at("/spec/containers/0"), "LINKERD_MULTUS_LOG_FORMAT"))
                    .isEqualTo("json");
        });
    }

    /** What is in these is no other chart's, so a misspelt key there is told in any case. */
    @ParameterizedTest
    @CsvSource({
        "global.linkerdMultus.platfrom, platfrom",
        "global.linkerdMultus.linkerd.namspace, namspace",
        "linkerd-multus.instaler.enabled, instaler",
        "linkerd-multus-crds.instal, instal"
    })
    void aMisspeltKeyOfItsOwnObjectsIsRefused(String key, String unknown) {
        assertThatThrownBy(() -> parent.render(Map.of(key, "x"))).hasMessageContaining("'" + unknown + "' not allowed");
    }

    /** The default was taken in silence, and Linkerd's ports were the usual ones. */
    @ParameterizedTest
    @CsvSource({
        "global.excludeOpenShiftNamespaces, no, '\"no\" does not match true|false'",
        "global.attachments.scope, shared, '\"shared\" does not match \"(PerNamespace|Shared)\"'",
        "global.linkerd.cniChart, replace, '\"replace\" does not match \"(Use|Replace)\"'",
        "global.linkerd.cniConfig, x, '\"x\" is no object'",
        "global.linkerd.cniConfig.proxyUID, 0, 0 is no number from 1 to 4294967294"
    })
    void whatDoesNotFitUnderANameThatItAloneCanMeanIsRefused(String key, String value, String why) {
        var own = key.replace("global.", "global.linkerdMultus.");

        assertThatThrownBy(() -> parent.render(Map.of(key, value)))
                .hasMessageContaining(key + ": " + why)
                .hasMessageContaining("if it is another chart's, say this chart's in " + own);
        assertThatThrownBy(() -> parent.render(Map.of("linkerd-multus." + key, value)))
                .as("global values under its name")
                .hasMessageContaining(key + ": " + why);
    }

    /** Such a chart could not have this one as a dependency. */
    @ParameterizedTest
    @CsvSource({
        "global.excludedNamespaces[0], kube-*",
        "global.excludedNamespaces, 'dev,test'",
        "global.kubeconfigPath, /etc/rancher/k3s/k3s.yaml",
        "global.networkPolicy.egress.enabled, true",
        "global.attachments, true"
    })
    void whatOtherChartsMeanByTheSameNameIsLeft(String key, String value) throws IOException {
        assertThat(parent.render(Map.of(key, value))).isEqualTo(parent.render(Map.of()));
    }

    /** A chart around it has a way out where it has such a name after all. */
    @Test
    void whatItsOwnObjectSaysIsAskedOfNoOther() throws IOException {
        assertThat(parent.render(Map.of(
                        "global.excludedNamespaces", "all",
                        "global.linkerdMultus.excludedNamespaces[0]", "shop",
                        "global.linkerd.cniConfig.proxyUID", "none",
                        "global.linkerdMultus.linkerd.cniConfig.proxyUID", "2103")))
                .isEqualTo(parent.render(
                        Map.of("global.excludedNamespaces[0]", "shop", "global.linkerd.cniConfig.proxyUID", "2103")));
    }

    @Test
    void anAliasChangesNoObject(@TempDir Path other) throws IOException {
        assertThat(withoutPartless(ParentChart.in(other, "mesh").render(Map.of("mesh.webhook.replicas", "3"))))
                .isEqualTo(withoutPartless(parent.render(Map.of("linkerd-multus.webhook.replicas", "3"))));
    }

    /** Named templates are one set for all charts of a release, and of two by one name the last that Helm reads counts for both charts. */
    @ParameterizedTest
    @ValueSource(strings = {"linkerd-multus", "linkerd-multus-crds"})
    void noTemplateHasANameThatAnotherChartMayHave(String chart) throws IOException {
        try (var files = Files.walk(ParentChart.CHARTS.resolve(chart))) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                assertThat(TEMPLATE.matcher(Files.readString(file)).results())
                        .as(file.toString())
                        .allSatisfy(name -> assertThat(name.group(1)).startsWith(chart + "."));
            }
        }
    }

    /** As a chart that has a webhook of its own is bound to have them; the last one that Helm reads is the outermost chart's. */
    @Test
    void templatesOfAnotherChartStandInThePlaceOfNoneOfOurs() throws IOException {
        var usual = parent.render(Map.of());
        var others = Stream.of("webhook.env", "webhook.configuration", "installer.mode", "controller.env", "multus.env")
                .map("{{- define \"%s\" }}another{{ end }}"::formatted)
                .toList();
        Files.write(Files.createDirectory(folder.resolve("templates")).resolve("_names.tpl"), others);

        assertThat(parent.render(Map.of())).isEqualTo(usual);
    }

    /** The label of what belongs to no part has the alias. */
    private static List<JsonNode> withoutPartless(Rendering objects) {
        return objects.all().stream()
                .filter(object -> !PARTLESS.contains(Rendering.name(object)))
                .toList();
    }

    private static JsonNode installer(Rendering objects) {
        return objects.one("DaemonSet", Chart.RELEASE + "-installer").at("/spec/template/spec/containers/0");
    }
}
