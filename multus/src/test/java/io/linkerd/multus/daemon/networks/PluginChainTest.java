// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The refusals are those of libcni 1.3. */
class PluginChainTest {

    @Test
    void aListHasOneNameAndOneVersion() {
        var text = """
                {"name":"n","cniVersion":"0.4.0","disableCheck":"TRUE","disableGC":true,"loadOnlyInlinedPlugins":false,
                 "plugins":[{"type":"a","capabilities":{"mac":true,"ips":false,"dns":true,"dns":false}},{"Type":"b","name":"own", "x":1.50}]}""";

        assertThat(PluginChain.readList(text))
                .isEqualTo(new Result.Ok<>(new PluginChain(
                        "n",
                        "0.4.0",
                        true,
                        true,
                        true,
                        false,
                        List.of(
                                new PluginConfig(
                                        "a",
                                        "",
                                        Set.of("mac"),
                                        "{\"type\":\"a\",\"capabilities\":{\"mac\":true,\"ips\":false,\"dns\":true,\"dns\":false}}"),
                                new PluginConfig(
                                        "b", "own", Set.of(), "{\"Type\":\"b\",\"name\":\"own\", \"x\":1.50}")))));
    }

    @Test
    void onePluginIsAChainOfItself() {
        assertThat(PluginChain.readPlugin(" {\"type\":\"a\",\"name\":\"n\",\"cniVersion\":\"1.0.0\"} "))
                .isEqualTo(new Result.Ok<>(new PluginChain(
                        "n",
                        "1.0.0",
                        false,
                        false,
                        false,
                        true,
                        List.of(new PluginConfig(
                                "a", "n", Set.of(), "{\"type\":\"a\",\"name\":\"n\",\"cniVersion\":\"1.0.0\"}")))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "[]|error parsing configuration list: not a JSON object",
                "{}|error parsing configuration list: no name",
                "{\"Name\":\"n\"}|error parsing configuration list: no name",
                "{\"name\":1}|error parsing configuration list: invalid name type float64",
                "{\"name\":null}|error parsing configuration list: invalid name type <nil>",
                "{\"name\":true}|error parsing configuration list: invalid name type bool",
                "{\"name\":\"n\",\"cniVersion\":{}}|error parsing configuration list: invalid cniVersion type map[string]interface {}",
                "{\"name\":\"n\",\"cniVersions\":\"1\"}|error parsing configuration list: invalid type for cniVersions: []interface {}",
                "{\"name\":\"n\",\"cniVersions\":[1]}|error parsing configuration list: invalid type for cniVersions index 0: float64",
                "{\"name\":\"n\",\"cniVersions\":[\"1.x\"]}|error parsing configuration list: invalid cniVersions entry 1.x at index 0: failed to convert minor version"
                        + " part \"x\": strconv.Atoi: parsing \"x\": invalid syntax",
                "{\"name\":\"n\",\"cniVersion\":\"a\",\"cniVersions\":[]}|error parsing configuration list: invalid cniVersion a: failed to convert major"
                        + " version part \"a\": strconv.Atoi: parsing \"a\": invalid syntax",
                "{\"name\":\"n\",\"disableCheck\":1}|error parsing configuration list: invalid type float64 for disableCheck",
                "{\"name\":\"n\",\"disableGC\":\"yes\"}|error parsing configuration list: invalid value \"yes\" for disableGC",
                "{\"name\":\"n\",\"loadOnlyInlinedPlugins\":true}|error parsing configuration list: `loadOnlyInlinedPlugins` is true, and no 'plugins' key",
                "{\"name\":\"n\",\"plugins\":{}}|error parsing configuration list: invalid 'plugins' type map[string]interface {}",
                "{\"name\":\"n\",\"plugins\":null}|error parsing configuration list: invalid 'plugins' type <nil>",
                "{\"name\":\"n\",\"plugins\":[]}|error parsing configuration list: no plugins in list",
                "{\"name\":\"n\",\"plugins\":[{\"type\":\"a\"},{}]}|failed to parse plugin config 1: error parsing configuration: missing 'type'",
                "{\"name\":\"n\",\"plugins\":[1]}|failed to parse plugin config 0: error parsing configuration: not an object",
            })
    void refusesAList(String text, String reason) {
        assertThat(PluginChain.readList(text)).isEqualTo(new Result.Not<>(reason));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "\"cniVersion\":\"0.3.1\"|0.3.1",
                "\"cniVersion\":\"0.3.1\",\"cniVersions\":[]|0.3.1",
                "\"cniVersion\":\"0.3.1\",\"cniVersions\":[\"1.0.0\",\"0.4.0\"]|1.0.0",
                "\"cniVersions\":[\"0.4.0\",\"1.1.0\",\"1.0.0\",\"2.0.0\"]|1.1.0",
                "\"cniVersion\":\"2.0.0\",\"cniVersions\":[\"3.0.0\"]|2.0.0",
                "\"x\":1|''",
            })
    void callsPluginsWithTheNewestVersionThatIsKnown(String members, String version) {
        assertThat(PluginChain.readList("{\"name\":\"n\"," + members + "}").map(PluginChain::cniVersion))
                .isEqualTo(new Result.Ok<>(version));
    }

    @ParameterizedTest
    @CsvSource({
        "'', 0, 1, 0",
        "1, 1, 0, 0",
        "1.1, 1, 1, 0",
        "0.4.0, 0, 4, 0",
        "10.20.30, 10, 20, 30",
        "01.2.3, 1, 2, 3",
    })
    void readsVersions(String text, int major, int minor, int micro) {
        assertThat(CniVersion.read(text)).isEqualTo(new Result.Ok<>(new CniVersion(major, minor, micro)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "1.2.3.4|invalid version \"1.2.3.4\": too many parts",
                "a|failed to convert major version part \"a\": strconv.Atoi: parsing \"a\": invalid syntax",
                "1.|failed to convert minor version part \"\": strconv.Atoi: parsing \"\": invalid syntax",
            })
    void refusesVersions(String text, String reason) {
        assertThat(CniVersion.read(text)).isEqualTo(new Result.Not<>(reason));
    }

    @Test
    void comparesVersionsByTheirNumbers() {
        assertThat(new CniVersion(0, 10, 0).isAtLeast(CniVersion.WITH_CHECK)).isTrue();
        assertThat(new CniVersion(0, 3, 9).isAtLeast(CniVersion.WITH_CHECK)).isFalse();
        assertThat(new CniVersion(1, 1, 0).isAtLeast(CniVersion.WITH_STATUS)).isTrue();
        assertThat(new CniVersion(1, 0, 9).isAtLeast(CniVersion.WITH_STATUS)).isFalse();
    }

    @Test
    void anyTextHasAnAnswer() {
        property().forAll(texts(), texts()).checkAssert((one, other) -> {
            for (var text : List.of(
                    one,
                    "{\"name\":\"n\",\"plugins\":[" + one + "]}",
                    "{\"cniVersions\":[" + one + "],\"name\":" + other + "}")) {
                assertThat(PluginChain.readList(text)).isNotNull();
                assertThat(PluginChain.readPlugin(text)).isNotNull();
                assertThat(DelegateConfig.read(text)).isNotNull();
            }
        });
    }
}
