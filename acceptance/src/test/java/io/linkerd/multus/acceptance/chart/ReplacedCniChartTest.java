// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static io.linkerd.multus.acceptance.chart.Rendering.elements;
import static io.linkerd.multus.acceptance.chart.Rendering.texts;
import static io.linkerd.multus.acceptance.chart.Rendering.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the chart makes of {@code global.linkerd.cniChart}. */
class ReplacedCniChartTest {
    private static final String NAME = "linkerd-cni";
    private static final String CONFIG = "linkerd-cni-config";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A value, and what it becomes in the plugin's configuration. */
    record Told(String value, String as, String pointer, String json) {}

    static Stream<Told> values() {
        return Stream.of(
                new Told("inboundProxyPort", "5143", "/linkerd/incoming-proxy-port", "5143"),
                new Told("outboundProxyPort", "5140", "/linkerd/outgoing-proxy-port", "5140"),
                new Told("proxyUID", "1000650000", "/linkerd/proxy-uid", "1000650000"),
                new Told("proxyGID", "1000650000", "/linkerd/proxy-gid", "1000650000"),
                new Told("proxyGID", "0", "/linkerd/proxy-gid", "0"),
                new Told("proxyAdminPort", "5191", "/linkerd/inbound-ports-to-ignore", "['5191','4190']"),
                new Told("proxyControlPort", "5190", "/linkerd/inbound-ports-to-ignore", "['4191','5190']"),
                new Told(
                        "ignoreInboundPorts",
                        "{25,8000-8100}",
                        "/linkerd/inbound-ports-to-ignore",
                        "['4191','4190','25','8000-8100']"),
                new Told(
                        "ignoreInboundPorts",
                        "25,8000-8100",
                        "/linkerd/inbound-ports-to-ignore",
                        "['4191','4190','25','8000-8100']"),
                new Told("ignoreOutboundPorts", "{443,6443}", "/linkerd/outbound-ports-to-ignore", "['443','6443']"),
                new Told("ignoreOutboundPorts", "443", "/linkerd/outbound-ports-to-ignore", "['443']"),
                new Told("ignoreOutboundPorts", "443-444", "/linkerd/outbound-ports-to-ignore", "['443-444']"),
                new Told(
                        "ignoreSubnets",
                        "{10.0.0.0/8,255.249.199.99/32,fd00::/8,::/0}",
                        "/linkerd/subnets-to-ignore",
                        "['10.0.0.0/8','255.249.199.99/32','fd00::/8','::/0']"),
                new Told("portsToRedirect", "{80,8080}", "/linkerd/ports-to-redirect", "[80,8080]"),
                new Told("portsToRedirect", "80,8080", "/linkerd/ports-to-redirect", "[80,8080]"),
                new Told("iptablesMode", "plain", "/linkerd/iptables-mode", "'plain'"),
                new Told("disableIPv6", "false", "/linkerd/ipv6", "true"),
                new Told("useWaitFlag", "true", "/linkerd/use-wait-flag", "true"),
                new Told("logLevel", "debug", "/log_level", "'debug'"));
    }

    /** Nothing else changes with it. */
    @ParameterizedTest
    @MethodSource("values")
    void tellsThePluginEachValueInTheTypeThatItReads(Told told) throws IOException {
        var usual = config(replacing(Map.of()));
        var config = config(replacing(Map.of("global.linkerd.cniConfig." + told.value(), told.as())));

        assertThat(config.at(told.pointer()))
                .isEqualTo(JSON.readTree(told.json().replace('\'', '"')));
        assertThat(without(config, told.pointer())).isEqualTo(without(usual, told.pointer()));
    }

    @Test
    void isWhatLinkerdsChartWritesUnlessSomethingIsSaid() throws IOException {
        try (var recorded = Objects.requireNonNull(
                getClass().getResourceAsStream("/linkerd/cni-config.yaml"), "Linkerd's ConfigMap as it was recorded")) {
            var linkerds = new YAMLMapper().readTree(recorded);
            var ours = replacing(Map.of()).one("ConfigMap", CONFIG);

            assertThat(keys(config(ours))).isEqualTo(keys(config(linkerds)));
            assertThat(config(ours)).isEqualTo(config(linkerds));
            assertThat(texts(linkerds.at("/metadata/labels"))).allMatch(texts(ours.at("/metadata/labels"))::contains);
        }
    }

    /** Linkerd's own check looks for these five, in the namespace that it is told. */
    @Test
    void hasTheFiveObjectsOfLinkerdsCheckInTheNamespaceOfTheRelease() {
        var objects = replacing(Map.of());

        assertThat(Stream.of(
                        objects.one("ConfigMap", CONFIG),
                        objects.one("ServiceAccount", NAME),
                        objects.one("DaemonSet", NAME)))
                .allMatch(object -> object.at("/metadata/namespace").asText().equals(Chart.NAMESPACE));
        assertThat(objects.one("ClusterRole", NAME).path("rules"))
                .isEqualTo(objects.one("ClusterRole", "mesh-plugin").path("rules"));
        assertThat(objects.one("ClusterRoleBinding", NAME)
                        .at("/subjects/0/name")
                        .asText())
                .isEqualTo(NAME);
    }

    @Test
    void isNotThereUnlessItIsAskedFor() {
        var objects = Chart.render(Map.of());

        assertThat(objects.all()).noneMatch(object -> List.of(NAME, CONFIG).contains(Rendering.name(object)));
        assertThat(controllersNamespace(objects)).isEqualTo("linkerd-cni");
    }

    @Test
    void isReadByTheControllerWhereItIsMade() {
        assertThat(controllersNamespace(replacing(Map.of()))).isEqualTo(Chart.NAMESPACE);
        assertThat(controllersNamespace(replacing(Map.of("global.linkerd.cniNamespace", Chart.NAMESPACE))))
                .isEqualTo(Chart.NAMESPACE);
    }

    @ParameterizedTest
    @CsvSource({
        "global.linkerd.cniNamespace, linkerd-cni, mesh-system",
        "controller.cniConfigMap, another, linkerd-cni-config"
    })
    void refusesWhatContradictsIt(String key, String value, String says) {
        assertThatThrownBy(() -> replacing(Map.of(key, value))).hasMessageContainingAll(key, value, says, "leave");
    }

    @ParameterizedTest
    @CsvSource({
        "cniChart, Perhaps",
        "cniConfig.proxyPort, 1",
        "cniConfig.inboundProxyPort, 0",
        "cniConfig.proxyUID, 0",
        "cniConfig.ignoreOutboundPorts, some",
        "cniConfig.ignoreOutboundPorts, 70000",
        "cniConfig.ignoreInboundPorts, 80-70000",
        "cniConfig.portsToRedirect, 80-90",
        "cniConfig.portsToRedirect, '080,8080'",
        "cniConfig.ignoreSubnets, 10.0.0.0/8",
        "cniConfig.ignoreSubnets, {1/999}",
        "cniConfig.ignoreSubnets, {10.0.0.256/8}",
        "cniConfig.ignoreSubnets, {10.0.0/8}",
        "cniConfig.ignoreSubnets, {10.0.0.0/33}",
        "cniConfig.ignoreSubnets, {fd00::/129}",
        "cniConfig.iptablesMode, nftables"
    })
    void refusesAWrongValue(String key, String value) {
        assertThatThrownBy(() -> replacing(Map.of("global.linkerd." + key, value)))
                .hasMessageContaining("global.linkerd");
        assertThatThrownBy(() -> replacing(Map.of("global.linkerdMultus.linkerd." + key, value)))
                .hasMessageContaining("/global/linkerdMultus/linkerd");
    }

    @ParameterizedTest
    @CsvSource({
        "ignoreInboundPorts, 4191-4190",
        "ignoreOutboundPorts, '443,4191-4190'",
        "ignoreOutboundPorts, {4191-4190}"
    })
    void refusesPortsThatEndBeforeTheyBegin(String key, String value) {
        assertThatThrownBy(() -> replacing(Map.of("global.linkerd.cniConfig." + key, value)))
                .hasMessageContaining("the ports 4191-4190 end before they begin; write 4190-4191");
    }

    /** They ask each other's name when they leave, and both know it: what one is called the other goes on as. */
    @Test
    void hasAnInstallerThatKnowsItsOtherName() {
        var used = Chart.render(Map.of()).one("DaemonSet", "mesh-installer");
        var replacing = replacing(Map.of()).one("DaemonSet", NAME);

        assertThat(told(used, "DAEMON_SET"))
                .isEqualTo(told(replacing, "SUCCESSOR"))
                .isEqualTo("mesh-installer");
        assertThat(told(replacing, "DAEMON_SET"))
                .isEqualTo(told(used, "SUCCESSOR"))
                .isEqualTo(NAME);
        assertThat(Stream.of(used, replacing))
                .allMatch(daemonSet -> daemonSet
                        .at("/metadata/labels/multus.linkerd.io~1installer-of")
                        .asText()
                        .equals(told(daemonSet, "RELEASE")));
    }

    /** Its token is on every node, and ends with its account: no node may have to do without until its new installer has come. */
    @ParameterizedTest
    @ValueSource(strings = {"Use", "Replace"})
    void keepsTheAccountWhoseTokenIsOnTheNodes(String cniChart) {
        var objects = Chart.render(Map.of("global.linkerd.cniChart", cniChart));

        assertThat(objects.find("ServiceAccount", "mesh-plugin")).isPresent();
        assertThat(told(objects.ofKind("DaemonSet").findAny().orElseThrow(), "PLUGIN_SERVICE_ACCOUNT"))
                .isEqualTo("mesh-plugin");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Use", "Replace"})
    void letsTheInstallerAskAboutBothNames(String cniChart) {
        assertThat(elements(Chart.render(Map.of("global.linkerd.cniChart", cniChart))
                                .one("Role", "mesh-installer")
                                .path("rules"))
                        .filter(rule -> texts(rule.path("resources")).contains("daemonsets"))
                        .filter(rule -> texts(rule.path("verbs")).contains("watch")))
                .singleElement()
                .satisfies(
                        rule -> assertThat(texts(rule.path("resourceNames"))).containsExactly("mesh-installer", NAME));
    }

    /** The value that the modes without attachments would follow is another one, and says what Linkerd's chart would. */
    @Test
    void reachesNodesWithoutMultusToo() throws IOException {
        var objects =
                replacing(Map.of("global.mode", "chained", "global.linkerd.cniConfig.ignoreOutboundPorts", "{443}"));

        assertThat(JSON.readTree(objects.one("ConfigMap", "mesh-installer-network")
                        .at("/data/config")
                        .asText()))
                .isEqualTo(config(objects));
    }

    private static Rendering replacing(Map<String, String> more) {
        var values = new HashMap<>(Map.of("global.linkerd.cniChart", "Replace"));
        more.forEach((key, value) -> values.putAll(value.startsWith("{") ? list(key, value) : Map.of(key, value)));
        return Chart.render(values);
    }

    /** The elements of a list one by one: what is set here is taken as it is, braces and all. */
    private static Map<String, String> list(String key, String value) {
        var elements = value.substring(1, value.length() - 1).split(",", -1);
        return IntStream.range(0, elements.length)
                .boxed()
                .collect(Collectors.toMap(index -> key + "[" + index + "]", index -> elements[index]));
    }

    private static JsonNode config(Rendering objects) throws IOException {
        return config(objects.one("ConfigMap", CONFIG));
    }

    private static JsonNode config(JsonNode configMap) throws IOException {
        return JSON.readTree(configMap.at("/data/cni_network_config").asText());
    }

    private static List<String> keys(JsonNode config) {
        return Stream.of(config, config.path("linkerd"))
                .flatMap(object -> object.properties().stream())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static JsonNode without(JsonNode config, String pointer) {
        var copy = config.deepCopy();
        int end = pointer.lastIndexOf('/');
        ((ObjectNode) copy.at(pointer.substring(0, end))).remove(pointer.substring(end + 1));
        return copy;
    }

    private static String controllersNamespace(Rendering objects) {
        return variable(
                objects.one("Deployment", "mesh-controller").at("/spec/template/spec/containers/0"),
                "LINKERD_MULTUS_CNI_NAMESPACE");
    }

    private static String told(JsonNode daemonSet, String setting) {
        return variable(
                elements(daemonSet.at("/spec/template/spec/containers"))
                        .findFirst()
                        .orElseThrow(),
                "LINKERD_MULTUS_" + setting);
    }
}
