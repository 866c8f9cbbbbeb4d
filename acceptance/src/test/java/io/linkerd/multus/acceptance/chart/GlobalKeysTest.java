// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static io.linkerd.multus.acceptance.chart.GlobalValues.names;
import static io.linkerd.multus.acceptance.chart.GlobalValues.render;
import static io.linkerd.multus.acceptance.chart.GlobalValues.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which keys of {@code global} the chart knows, and what becomes of others. */
class GlobalKeysTest {
    /** The usual values are in the table, too, for those that another chart has taken the place of. */
    @Test
    void theTableHasTheDefaultsAndTheSchemasNames() throws IOException {
        var defaults =
                Objects.requireNonNull(Chart.everywhere("values.yaml").get("")).path("global");
        var schema = Objects.requireNonNull(
                        Chart.everywhere("values.schema.json").get(""))
                .at("/properties/global/properties/linkerdMultus");

        assertThat(table())
                .isNotEmpty()
                .allSatisfy((name, usual) ->
                        assertThat(defaults.at("/" + name.replace('.', '/'))).isEqualTo(usual));
        assertThat(leaves("", schema)).containsExactlyInAnyOrderElementsOf(names());
    }

    /** All that can be said is read from the chart's own object as well. */
    @ParameterizedTest
    @MethodSource("io.linkerd.multus.acceptance.chart.Chart#ciValues")
    void saysTheSameInItsOwnObject(String file) throws IOException {
        var values = (ObjectNode) new YAMLMapper()
                .readTree(
                        ParentChart.CHARTS.resolve("linkerd-multus/ci/" + file).toFile());
        var own = values.deepCopy();
        own.putObject("global").set("linkerdMultus", values.withObject("/global"));

        assertThat(render(own)).isEqualTo(render(values));
    }

    /** By itself no other chart shares the global values. */
    @ParameterizedTest
    @CsvSource({
        "global.platfrom, global.platform",
        "global.loglevel, global.logLevel",
        "global.imageRegisty, global.imageRegistry",
        "global.modes, global.mode",
        "global.linkerdmultus, global.linkerdMultus",
        "global.linkerd.namspace, global.linkerd.namespace",
        "global.networkPolicy.enable, global.networkPolicy.enabled",
        "global.monitoring.knid, global.monitoring.kind"
    })
    void byItselfItAsksWhichKeyIsMeant(String said, String meant) {
        assertThatThrownBy(() -> Chart.render(Map.of(said, "x")))
                .hasMessageContaining(said + " is no value of this chart: did you mean " + meant + "?");
    }

    @Test
    void allThatIsWrongIsSaidAtOnce() {
        assertThatThrownBy(() -> Chart.render(
                        Map.of("global.mode", "ha", "global.modes", "x", "global.linkerd.cniConfig.proxyUID", "0")))
                .hasMessageContainingAll(
                        "global.mode: \"ha\" does not match",
                        "did you mean global.mode?",
                        "global.linkerd.cniConfig.proxyUID: 0 is no number from 1 to 4294967294");
    }

    /** Rancher adds these to the values of each chart that it installs; with them refused it could not install this one. */
    @Test
    void byItselfItLeavesKeysThatAreNearNoneOfItsOwn() {
        var ranchers = Map.of(
                "global.cattle.clusterId", "c-m-x",
                "global.cattle.rkePathPrefix", "",
                "global.cattle.systemDefaultRegistry", "registry.example.com",
                "global.cattle.url", "https://rancher.example.com",
                "global.systemDefaultRegistry", "registry.example.com");

        assertThat(Chart.render(ranchers)).isEqualTo(Chart.render(Map.of()));
        assertThat(Chart.notes(ranchers))
                .contains(
                        "global.cattle is read by no part of linkerd-multus.",
                        "global.systemDefaultRegistry is read by no part of linkerd-multus.");
    }

    /** Without it the other parts took a cluster to have no Multus, and a release with the daemon was in mode chained. */
    @Test
    void whatThePartMultusTellsCannotBeTakenAway() {
        assertThatThrownBy(() -> Chart.render(Map.of("multus.enabled", "true", "global.linkerdMultus", "null")))
                .hasMessageContaining("global.linkerdMultus.bringsMultus, which these values take away");
        assertThatThrownBy(() -> Chart.render(Map.of("global.linkerdMultus.bringsMultus", "false")))
                .hasMessageContaining("/global/linkerdMultus/bringsMultus");
    }

    /** {@return the names of values in an object of the schema, without what the part multus says} */
    private static List<String> leaves(String place, JsonNode schema) {
        return schema.path("properties")
                .propertyStream()
                .filter(entry -> !entry.getKey().equals("bringsMultus"))
                .flatMap(entry -> entry.getValue().has("properties")
                        ? leaves(place + entry.getKey() + ".", entry.getValue()).stream()
                        : Stream.of(place + entry.getKey()))
                .toList();
    }
}
