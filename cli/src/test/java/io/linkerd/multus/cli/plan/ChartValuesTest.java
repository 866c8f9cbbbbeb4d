// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ChartValuesTest {
    private static final Path CHART = Path.of(System.getProperty("maven.multiModuleProjectDirectory", ".."))
            .resolve("charts/linkerd-multus");

    private static final Map<String, String> TOLD = Map.of(
            "LINKERD_MULTUS_ATTACHMENT_SCOPE", "per-namespace",
            "LINKERD_MULTUS_CNI_NAMESPACE", "linkerd-cni",
            "LINKERD_MULTUS_INSTALLER", "mesh-installer",
            "LINKERD_MULTUS_SCC_SERVICE_ACCOUNTS", "linkerd-destination,linkerd-viz/web");

    /** The chart's own files name all its values: each is one on which a plan depends, or one that it passes over. */
    @Test
    void everyValueOfTheChartIsKnown() throws IOException {
        assertThat(ValuesText.file(Files.readString(CHART.resolve("values.yaml"))))
                .isInstanceOf(Result.Ok.class);
        var controller = Files.readString(CHART.resolve("charts/controller/values.yaml"))
                .lines()
                .map(line -> "  " + line)
                .collect(Collectors.joining("\n", "controller:\n", "\n"));
        var read = values(controller);
        assertThat(read.said())
                .containsEntry(
                        "controller.scc.serviceAccounts",
                        "linkerd-destination,linkerd-identity,linkerd-proxy-injector,linkerd-heartbeat")
                .containsEntry("controller.policyLease.enabled", "true");
        assertThat(read.said().get("controller.scc.bindings")).contains("linkerd-viz/metrics-api,");
    }

    @Test
    void valuesBecomeTheVariablesThatTheChartMakesOfThem() {
        assertThat(over("global: {attachments: {scope: Shared, namespace: open, adopt: true}}"))
                .containsEntry("LINKERD_MULTUS_ATTACHMENT_SCOPE", "shared")
                .containsEntry("LINKERD_MULTUS_ATTACHMENT_NAMESPACE", "open")
                .containsEntry("LINKERD_MULTUS_ADOPT_ATTACHMENTS", "true");
        assertThat(over("global: {mode: chained, attachments: {scope: Shared}}"))
                .containsEntry("LINKERD_MULTUS_ATTACHMENT_SCOPE", "none");
        assertThat(over("global: {linkerd: {cniChart: Replace}}"))
                .containsEntry("LINKERD_MULTUS_CNI_NAMESPACE", "place")
                .containsEntry("LINKERD_MULTUS_INSTALLER", "linkerd-cni");
        assertThat(over("global: {excludedNamespaces: [a, b]}"))
                .containsEntry("LINKERD_MULTUS_EXCLUDED_NAMESPACES", "place,a,b");
        assertThat(over("controller: {scc: {bindings: [{namespace: x, serviceAccounts: [y, z]}]}}"))
                .containsEntry("LINKERD_MULTUS_SCC_SERVICE_ACCOUNTS", "linkerd-destination,x/y,x/z");
        assertThat(over("")).isEqualTo(TOLD);
    }

    /** What the chart has for itself alone wins, as there. */
    @Test
    void valuesOfThisChartAloneWin() {
        assertThat(over("global: {linkerdMultus: {kubeconfigPath: /etc/cni/a/b}, kubeconfigPath: /etc/cni/c/d}"))
                .containsEntry("LINKERD_MULTUS_KUBECONFIG_PATH", "/etc/cni/a/b");
    }

    @Test
    void whatCannotBeIsRefusedWithItsPlace() {
        assertThat(ValuesText.file("a: [")).isInstanceOf(Result.Not.class);
        assertThat(ValuesText.file("global: {excludedNamespaces: kube-system}"))
                .isEqualTo(new Result.Not<>("global.excludedNamespaces has to be a list of names of namespaces"));
        assertThat(ValuesText.set("global.attachments")).isInstanceOf(Result.Not.class);
        assertThat(ValuesText.set("global.linkerd.namespace=mesh,global.excludedNamespaces={a,b}"))
                .isEqualTo(new Result.Ok<>(new ChartValues(
                        Map.of("global.linkerd.namespace", "mesh", "global.excludedNamespaces", "a,b"), Set.of())));
    }

    private static Map<String, String> over(String yaml) {
        return values(yaml).over(TOLD, "mesh", "place");
    }

    private static ChartValues values(String yaml) {
        return ValuesText.file(yaml).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }
}
