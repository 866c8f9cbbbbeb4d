// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static io.linkerd.multus.acceptance.chart.Rendering.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a platform needs besides its folders. {@code docs/installer.md} says from where it is known, and what was seen. */
class PlatformNeedsTest {
    private static final Path PAGE = Path.of("..", "docs", "installer.md");
    private static final Pattern NAME = Pattern.compile("`([a-z0-9-]+)`");

    private static final String NONE = "";
    private static final String SPC = "{\"level\":\"s0\",\"type\":\"spc_t\"}";
    private static final String SUPER = "{\"level\":\"s0\",\"type\":\"super_t\"}";

    /**
     * A row.
     *
     * @param quota the API server admits the critical PriorityClasses only where a ResourceQuota allows them (istio#34371)
     * @param enforcer AKS' admissions enforcer may be there (Azure/AKS#4002)
     * @param seLinux options of pods with folders of the node, outside of SecurityContextConstraints
     * @param capabilities of the installer
     */
    record Needs(String platform, boolean quota, boolean enforcer, String seLinux, List<String> capabilities) {
        Needs(String platform) {
            this(platform, NONE);
        }

        Needs(String platform, String seLinux) {
            this(platform, false, true, seLinux, List.of());
        }
    }

    static Stream<Needs> rows() {
        return Stream.of(
                new Needs("auto"),
                new Needs("openshift", false, false, NONE, List.of()),
                new Needs("microshift", false, false, NONE, List.of()),
                new Needs("k3d"),
                new Needs("k3s", SPC),
                new Needs("k3s-legacy", SPC),
                new Needs("rke2", SPC),
                new Needs("microk8s"),
                new Needs("gke", true, true, NONE, List.of()),
                new Needs("bottlerocket", SUPER),
                new Needs("eks"),
                new Needs("aks"),
                new Needs("minikube"),
                new Needs("kind"),
                new Needs("talos"),
                new Needs("k0s"),
                new Needs("rancher-desktop"),
                new Needs("tkgi"),
                new Needs("kubespray", false, true, NONE, List.of("DAC_OVERRIDE")),
                new Needs("kubernetes"));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void areRendered(Needs needs) {
        var objects = MultusRendering.of(needs.platform(), Map.of()).objects();

        assertThat(objects.ofKind("ResourceQuota").map(PlatformNeedsTest::classes))
                .isEqualTo(
                        needs.quota()
                                ? List.of(List.of("system-cluster-critical", "system-node-critical"))
                                : List.of());
        assertThat(Stream.of("MutatingWebhookConfiguration", "ValidatingWebhookConfiguration")
                        .flatMap(objects::ofKind))
                .hasSizeGreaterThan(1)
                .allSatisfy(configuration -> assertThat(configuration
                                .at("/metadata/annotations/admissions.enforcer~1disabled")
                                .asText())
                        .isEqualTo(needs.enforcer() ? "true" : ""));
        assertThat(objects.ofKind("DaemonSet")
                        .map(part -> part.at("/spec/template/spec/securityContext/seLinuxOptions")))
                .hasSize(2)
                .allSatisfy(options -> assertThat(options.isMissingNode() ? NONE : options.toString())
                        .isEqualTo(needs.seLinux()));
        assertThat(texts(installer(objects).at("/securityContext/capabilities/add")))
                .isEqualTo(needs.capabilities());
    }

    @Test
    void everyPlatformHasARowHereAndOnThePage() throws IOException {
        var platforms = MultusRendering.platforms().collect(Collectors.toSet());
        var page = Files.readString(PAGE);
        var folders = names(page, "| platform | plugins |");
        var needs = names(page, "| platform | needs |");

        assertThat(rows().map(Needs::platform)).containsExactlyInAnyOrderElementsOf(platforms);
        platforms.remove("auto");
        assertThat(folders).containsExactlyInAnyOrderElementsOf(platforms);
        assertThat(needs).containsExactlyInAnyOrderElementsOf(platforms);
    }

    /** Of the critical classes those that are used are allowed, and where none is, or the namespace has its quota, nothing is made. */
    @Test
    void aQuotaIsMadeForTheClassesThatAreUsed() {
        assertThat(Chart.render(Map.of("global.platform", "gke", "webhook.priorityClassName", ""))
                        .ofKind("ResourceQuota")
                        .map(PlatformNeedsTest::classes))
                .containsExactly(List.of("system-node-critical"));
        assertThat(Chart.render(Map.of(
                                "global.platform",
                                "gke",
                                "webhook.priorityClassName",
                                "",
                                "installer.priorityClassName",
                                "mesh"))
                        .ofKind("ResourceQuota"))
                .isEmpty();
        assertThat(Chart.render(Map.of(
                                "global.platform", "gke", "installer.enabled", "false", "webhook.enabled", "false"))
                        .ofKind("ResourceQuota"))
                .isEmpty();
    }

    @Test
    void whatAPersonSaysOfSeLinuxAndCapabilitiesHoldsOnAnyPlatform() {
        var said = Chart.render(Map.of(
                "global.platform", "rke2",
                "installer.seLinuxOptions.type", "container_t",
                "installer.capabilities[0]", "DAC_OVERRIDE"));
        var openShift =
                Chart.render(Map.of("global.platform", "openshift", "installer.capabilities[0]", "DAC_OVERRIDE"));

        assertThat(said.one("DaemonSet", "mesh-installer")
                        .at("/spec/template/spec/securityContext/seLinuxOptions")
                        .toString())
                .isEqualTo("{\"type\":\"container_t\"}");
        assertThat(texts(installer(said).at("/securityContext/capabilities/add")))
                .containsExactly("DAC_OVERRIDE");
        assertThat(texts(openShift
                        .one("SecurityContextConstraints", "mesh-installer")
                        .path("allowedCapabilities")))
                .containsExactly("DAC_OVERRIDE");
    }

    private static List<String> classes(JsonNode quota) {
        return texts(quota.at("/spec/scopeSelector/matchExpressions/0/values"));
    }

    private static JsonNode installer(Rendering objects) {
        return objects.one("DaemonSet", "mesh-installer").at("/spec/template/spec/containers/0");
    }

    /** {@return the names in the first column of the table with that head} */
    private static List<String> names(String page, String head) {
        return page.substring(page.indexOf(head))
                .lines()
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.substring(1, line.indexOf('|', 1)))
                .flatMap(cell -> NAME.matcher(cell).results().map(name -> name.group(1)))
                .toList();
    }
}
