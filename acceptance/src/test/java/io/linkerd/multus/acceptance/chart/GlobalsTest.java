// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static io.linkerd.multus.acceptance.chart.GlobalValues.SAID_BY_SCHEMA;
import static io.linkerd.multus.acceptance.chart.GlobalValues.SAID_BY_TEMPLATE;
import static io.linkerd.multus.acceptance.chart.GlobalValues.each;
import static io.linkerd.multus.acceptance.chart.GlobalValues.names;
import static io.linkerd.multus.acceptance.chart.GlobalValues.refused;
import static io.linkerd.multus.acceptance.chart.GlobalValues.render;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which values of {@code global} the chart takes, refuses, or leaves to other charts. */
class GlobalsTest {
    /** Names in {@code global} that only this chart can mean. */
    private static final Pattern ALONE = Pattern.compile("excludeOpenShiftNamespaces|attachments[.].+|linkerd[.]cni.+");

    /** Values of each type; of none of them all global values can be. */
    static Stream<String> values() {
        return Stream.of(
                "'localhost'",
                "'x y'",
                "'INFO'",
                "'a.b'",
                "7",
                "-7",
                "70000000000",
                "1.5",
                "true",
                "['x']",
                "['X y']",
                "[7]",
                "[{'name': 'x'}]",
                "[{'a': 1}]",
                "[[]]",
                "{'a': 'b'}",
                "{'a': 1}",
                "{'a': {'b': 'c'}}");
    }

    /** What a schema says of the chart's own object, the template has to say of all others. */
    @ParameterizedTest
    @MethodSource("values")
    void byItselfItRefusesWhatTheSchemaRefusesOfItsOwnObject(String value) throws IOException {
        var own = refused(SAID_BY_SCHEMA, each("global.linkerdMultus.", names(), value));
        var shared = refused(SAID_BY_TEMPLATE, each("global.", names(), value));

        assertThat(shared).isNotEmpty().isEqualTo(own);
    }

    /** A chart around it could have no platform, mode or log level of its own, nor an object of these names. */
    @ParameterizedTest
    @MethodSource("values")
    void asADependencyItTakesWhatFitsAndLeavesWhatMayBeAnotherCharts(String value, @TempDir Path folder)
            throws IOException {
        var parent = ParentChart.in(folder);
        var misfits = refused(SAID_BY_SCHEMA, each("global.linkerdMultus.", names(), value));
        var fitting = new TreeSet<>(names());
        fitting.removeAll(misfits);
        var passed = new TreeSet<>(names());
        passed.removeIf(name -> misfits.contains(name) && ALONE.matcher(name).matches());

        var taken = parent.render(each("global.linkerdMultus.", fitting, value));

        assertThat(parent.render(each("global.", passed, value))).isEqualTo(taken);
    }

    /** Each was passed over in silence, and the default stood in its place. */
    @ParameterizedTest
    @MethodSource("values")
    void asADependencyItRefusesWhatDoesNotFitUnderNamesThatItAloneCanMean(String value, @TempDir Path folder)
            throws IOException {
        var parent = ParentChart.in(folder);
        var misfits = refused(SAID_BY_SCHEMA, each("global.linkerdMultus.", names(), value));
        misfits.removeIf(name -> !ALONE.matcher(name).matches());
        if (value.startsWith("{")) {
            // Right below global, Helm gives a dependency no object in the place of a value.
            misfits.removeIf(name -> !name.contains("."));
        }

        assertThat(misfits).isNotEmpty();
        assertThat(refused(SAID_BY_TEMPLATE, () -> parent.render(each("global.", names(), value))))
                .isEqualTo(misfits);
    }

    @ParameterizedTest
    @MethodSource("values")
    void asADependencyItLeavesOtherChartsObjects(String value, @TempDir Path folder) throws IOException {
        var parent = ParentChart.in(folder);
        var usual = parent.render(Map.of());

        assertThat(parent.render(each("global.", List.of("linkerd", "monitoring", "networkPolicy"), value)))
                .isEqualTo(usual);
    }

    /** A value at the edge of what fits. */
    static Stream<Arguments> edges() {
        return Stream.of(
                Arguments.of("attachments.namespace", quoted("a".repeat(63))),
                Arguments.of("attachments.namespace", quoted("a".repeat(64))),
                Arguments.of("attachments.namespace", quoted("a-")),
                Arguments.of("excludedNamespaces", "['a', 'b']"),
                Arguments.of("excludedNamespaces", "['a', 'b-']"),
                Arguments.of("imagePullSecrets", "['" + "a".repeat(253) + "', {'name': 'b'}]"),
                Arguments.of("imagePullSecrets", "['" + "a".repeat(254) + "']"),
                Arguments.of("imagePullSecrets", "[{'name': 'a', 'key': 'b'}]"),
                Arguments.of("imageRegistry", quoted("registry.example.com:5000/mesh/")),
                Arguments.of("imageRegistry", quoted("https://Registry")),
                Arguments.of("commonLabels", "{'a': 'b', 'c.d/e': '\\u00fc <&> \\\"'}"),
                Arguments.of("commonLabels", "{'a': 'b', 'c': true}"),
                Arguments.of("monitoring.kind", quoted("")),
                Arguments.of("monitoring.interval", quoted("0s")),
                Arguments.of("networkPolicy.egress", "[{'ports': [{'port': 6443}]}, {'to': [{'podSelector': {}}]}]"),
                Arguments.of("networkPolicy.egress", "[{}]"),
                Arguments.of("networkPolicy.egress", "[{'from': []}]"),
                Arguments.of("kubeconfigPath", quoted("/etc/cni/x")),
                Arguments.of("kubeconfigPath", quoted("/etc/cni/a/b\\n")),
                Arguments.of("linkerd.cniConfig.proxyUID", "4294967294"),
                Arguments.of("linkerd.cniConfig.proxyUID", "4294967295"),
                Arguments.of("linkerd.cniConfig.proxyGID", "-1"),
                Arguments.of("linkerd.cniConfig.proxyGID", "-2"),
                Arguments.of("linkerd.cniConfig.inboundProxyPort", "65535"),
                Arguments.of("linkerd.cniConfig.inboundProxyPort", "65536"),
                Arguments.of("linkerd.cniConfig.ignoreInboundPorts", "[1, '65535', '80-90']"),
                Arguments.of("linkerd.cniConfig.ignoreInboundPorts", "[1, 65536]"),
                Arguments.of("linkerd.cniConfig.ignoreInboundPorts", quoted("1,80-90")),
                Arguments.of("linkerd.cniConfig.ignoreInboundPorts", quoted("1, 80")),
                Arguments.of("linkerd.cniConfig.portsToRedirect", "['80']"),
                Arguments.of("linkerd.cniConfig.portsToRedirect", "[80, 443]"),
                Arguments.of("linkerd.cniConfig.ignoreSubnets", "['10.0.0.0/8', 'fd00::/8']"),
                Arguments.of("linkerd.cniConfig.ignoreSubnets", "['10.0.0.0/33']"));
    }

    @ParameterizedTest
    @MethodSource("edges")
    void itsOwnObjectAndTheSharedOnesHaveTheSameEdges(String name, String value) throws IOException {
        var own = each("global.linkerdMultus.", List.of(name), value);
        var shared = each("global.", List.of(name), value);
        var refused = refused(SAID_BY_SCHEMA, own);

        assertThat(refused(SAID_BY_TEMPLATE, shared)).isEqualTo(refused);
        if (refused.isEmpty()) {
            assertThat(render(shared)).isEqualTo(render(own));
        }
    }

    private static String quoted(String text) {
        return "'" + text + "'";
    }

    @Test
    void nullIsTheUsualValue(@TempDir Path folder) throws IOException {
        var parent = ParentChart.in(folder);
        var usual = Chart.render(Map.of());

        assertThat(parent.render(each("global.", names(), "null"))).isEqualTo(parent.render(Map.of()));
        assertThat(render(each("global.", names(), "null"))).isEqualTo(usual);
        for (var name : Stream.concat(names().stream(), Stream.of("attachments", "linkerd", "linkerd.cniConfig"))
                .toList()) {
            assertThat(render(each("global.", List.of(name), "null"))).as(name).isEqualTo(usual);
        }
    }
}
