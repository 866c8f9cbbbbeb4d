// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.cniconfig;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CniNetworkTest {

    private static final CniConfig LINKERD = config("{\"type\":\"linkerd-cni\",\"log_level\":\"info\"}\n");

    @Test
    void appendsLinkerdsPluginAndLeavesEveryOtherCharacter() {
        var before = """
                {
                  "cniVersion": "0.3.1", "name": "cbr0",
                  "big": 9007199254740993, "one": 1.0, "exp": 1e3,
                  "plugins": [
                    {"type": "flannel", "delegate": {"isDefaultGateway": true}},
                    {"type": "portmap", "capabilities": {"portMappings": true}}
                  ],
                  "unknown": "\\u00e9<>&"
                }""";

        assertThat(list(before).with(LINKERD))
                .isEqualTo(before.replace(
                        "\"portMappings\": true}}",
                        "\"portMappings\": true}},\n    {\"type\":\"linkerd-cni\",\"log_level\":\"info\"}"));
        assertThat(list(list(before).with(LINKERD)).without()).isEqualTo(before);
    }

    @Test
    void takesAllOlderEntriesAway() {
        var twice =
                "{\"name\":\"n\",\"plugins\":[{\"type\":\"linkerd-cni\"},{\"type\":\"a\"}, {\"type\":\"linkerd-cni\",\"x\":1},"
                        + " {\"type\":\"b\"},{\"type\":\"linkerd-cni\"}]}";

        assertThat(list(twice).with(LINKERD))
                .isEqualTo("{\"name\":\"n\",\"plugins\":[{\"type\":\"a\"}, {\"type\":\"b\"},"
                        + " {\"type\":\"linkerd-cni\",\"log_level\":\"info\"}]}");
        assertThat(list(twice).without())
                .isEqualTo("{\"name\":\"n\",\"plugins\":[{\"type\":\"a\"}, {\"type\":\"b\"}]}");
    }

    @Test
    void movesItsEntryBehindAPluginThatCameLater() {
        var list =
                "{\"name\":\"n\",\"plugins\":[{\"type\":\"a\"},{\"type\":\"linkerd-cni\",\"log_level\":\"info\"},{\"type\":\"b\"}]}";

        assertThat(list(list).with(LINKERD))
                .endsWith("{\"type\":\"b\"},{\"type\":\"linkerd-cni\",\"log_level\":\"info\"}]}");
    }

    @Test
    void aSinglePluginBecomesAListThatKeepsNameAndVersion() {
        var single =
                "{ \"name\": \"ovn-kubernetes\", \"type\": \"ovn-k8s-cni-overlay\", \"cniVersion\": \"0.4.0\", \"n\": 1.0 }";

        assertThat(CniNetwork.readSingle(single).map(network -> network.with(LINKERD)))
                .isEqualTo(new Result.Ok<>("""
                {
                  "name":"ovn-kubernetes",
                  "cniVersion":"0.4.0",
                  "plugins":[
                    { "name": "ovn-kubernetes", "type": "ovn-k8s-cni-overlay", "cniVersion": "0.4.0", "n": 1.0 },
                    {"type":"linkerd-cni","log_level":"info"}
                  ]
                }
                """));
    }

    @Test
    void aSinglePluginWithoutNameOrVersionGetsThoseOfLinkerdsInstaller() {
        var list = CniNetwork.readSingle("{\"type\":\"bridge\",\"name\":\"\"}").map(network -> network.with(LINKERD));

        assertThat(list)
                .isInstanceOfSatisfying(
                        Result.Ok.class,
                        text -> assertThat(text.value().toString())
                                .contains("\"name\":\"k8s-pod-network\"", "\"cniVersion\":\"0.3.1\""));
    }

    @Test
    void aListInAFileForASinglePluginIsAList() {
        var list = "{\"name\":\"n\",\"plugins\":[{\"type\":\"a\"}]}";

        assertThat(CniNetwork.readSingle(list).map(network -> network.with(LINKERD)))
                .isEqualTo(new Result.Ok<>(list(list).with(LINKERD)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"multus\"}",
                "{\"type\":\"multus-shim\",\"plugins\":[]}",
                "{\"plugins\":[{\"type\":\"a\"},{\"type\":\"multus\"}]}"
            })
    void knowsMultus(String text) {
        assertThat(CniNetwork.readSingle(text).map(CniNetwork::isMultus)).isEqualTo(new Result.Ok<>(true));
    }

    @Test
    void knowsAListOfLinkerdsPluginAlone() {
        var alone = list("{\"plugins\":[{\"type\":\"linkerd-cni\"},{\"type\":\"linkerd-cni\"}]}");

        assertThat(alone.isLinkerdAlone()).isTrue();
        assertThat(alone.with(LINKERD)).isEqualTo("{\"plugins\":[{\"type\":\"linkerd-cni\",\"log_level\":\"info\"}]}");
        assertThat(alone.without()).isEqualTo("{\"plugins\":[]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "-",
            value = {
                // In every copy, of a single Multus and of a list; the rest stays as it was written.
                "{\"type\":\"multus\", \"delegates\":[ {\"plugins\":[{\"type\":\"a\", \"n\":1.0}, {\"type\":\"linkerd-cni\"}]},{\"plugins\":[{\"type\":\"linkerd-cni\"},{\"type\":\"b\"}]}]} | {\"type\":\"multus\", \"delegates\":[ {\"plugins\":[{\"type\":\"a\", \"n\":1.0}]},{\"plugins\":[{\"type\":\"b\"}]}]}",
                "{\"plugins\":[{\"type\":\"multus-shim\",\"delegates\":[{\"plugins\":[{\"type\":\"a\"},{\"type\":\"linkerd-cni\"}]}]}]} | {\"plugins\":[{\"type\":\"multus-shim\",\"delegates\":[{\"plugins\":[{\"type\":\"a\"}]}]}]}",
                // No copy, none of Multus, or nothing else in it.
                "{\"type\":\"multus\",\"delegates\":[{\"plugins\":[{\"type\":\"a\"}]}]} | -",
                "{\"type\":\"other\",\"delegates\":[{\"plugins\":[{\"type\":\"a\"},{\"type\":\"linkerd-cni\"}]}]} | -",
                "{\"type\":\"multus\",\"delegates\":[{\"plugins\":[{\"type\":\"linkerd-cni\"}]},{\"type\":\"linkerd-cni\"}]} | -",
                "{\"type\":\"multus\",\"delegates\":{\"plugins\":[{\"type\":\"a\"},{\"type\":\"linkerd-cni\"}]}} | -",
            })
    void takesThePluginOutOfWhatMultusCopied(String text, @Nullable String without) {
        var read = CniNetwork.readSingle(text);

        assertThat(read.map(network -> !network.kubeconfigsInCopies().isEmpty()))
                .isEqualTo(new Result.Ok<>(without != null));
        assertThat(read.map(CniNetwork::withoutInCopies)).isEqualTo(new Result.Ok<>(without == null ? text : without));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "-",
            value = {
                "{\"type\":\"bridge\",\"clusterNetwork\":\"/a\"}                      | -",
                "{\"type\":\"multus\"}                                               | Unsaid[]",
                "{\"type\":\"multus\",\"clusterNetwork\":\"\",\"delegates\":[]}        | Unsaid[]",
                "{\"type\":\"multus\",\"clusterNetwork\":\"/n/10-x.conf\"}            | ClusterNetwork[value=/n/10-x.conf]",
                "{\"type\":\"multus-shim\",\"clusterNetwork\":\"n\",\"delegates\":[{}]} | ClusterNetwork[value=n]",
                "{\"plugins\":[{\"type\":\"a\"},{\"type\":\"multus\",\"clusterNetwork\":\"/n/a\"}]} | ClusterNetwork[value=/n/a]",
                "{\"type\":\"multus\",\"delegates\":[{\"type\":\"bridge\"}]}            | Delegate[kubeconfig=Optional.empty]",
                "{\"type\":\"multus\",\"delegates\":[{\"plugins\":[{\"type\":\"a\"},{\"type\":\"linkerd-cni\"}]}]} | Delegate[kubeconfig=Optional[]]",
                "{\"type\":\"multus\",\"delegates\":[{\"plugins\":[{\"type\":\"linkerd-cni\",\"kubernetes\":{\"kubeconfig\":\"/k\"}}]}]} | Delegate[kubeconfig=Optional[/k]]",
                "{\"type\":\"multus\",\"delegates\":[{\"plugins\":[{\"type\":\"a\"}]},{\"plugins\":[{\"type\":\"linkerd-cni\"}]}]} | Delegate[kubeconfig=Optional.empty]",
            })
    void knowsWhatMultusCallsForEveryPod(String text, @Nullable String calls) {
        assertThat(CniNetwork.readSingle(text)
                        .map(network -> network.multusDefault().map(String::valueOf)))
                .isEqualTo(new Result.Ok<>(Optional.ofNullable(calls)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"type\":\"bridge\"}                                                 | true  | true",
                "{\"type\":\"\",\"name\":\"n\"}                                         | true  | false",
                "{\"plugins\":[{\"type\":\"a\"}]}                                        | false | false",
                "{\"name\":7,\"plugins\":[{\"type\":\"a\"}]}                             | false | false",
                "{\"name\":\"n\",\"plugins\":[{\"type\":\"a\"}]}                           | false | true",
                "{\"name\":\"n\",\"plugins\":[{\"type\":\"a\"},{\"type\":\"\"}]}             | false | false",
            })
    void knowsWhatLibcniLoads(String text, boolean single, boolean loadable) {
        assertThat(CniNetwork.readSingle(text).map(CniNetwork::isSingle)).isEqualTo(new Result.Ok<>(single));
        assertThat(CniNetwork.readSingle(text).map(CniNetwork::isLoadable)).isEqualTo(new Result.Ok<>(loadable));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                              | line 1, column 1",
                "{                               | line 1, column 2",
                "[]                              | not a JSON object",
                "{}                              | neither \"type\" nor a list \"plugins\"",
                "{\"plugins\":{}}                | neither \"type\" nor a list \"plugins\"",
                "{\"plugins\":[]}                | its list of plugins is empty",
                "{\"plugins\":[1]}               | line 1, column 13: a plugin of the list has no type",
                "{\"plugins\":[{\"type\":null}]} | line 1, column 13: a plugin of the list has no type",
                "{\"type\":7}                    | \"type\" is not a string",
            })
    void saysWhyItIsNoNetwork(String text, String reason) {
        assertThat(CniNetwork.readSingle(text))
                .isInstanceOfSatisfying(
                        Result.Not.class, not -> assertThat(not.reason()).contains(reason));
    }

    private static CniNetwork list(String text) {
        return CniNetwork.readList(text).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }

    private static CniConfig config(String text) {
        return CniConfig.read(text).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }
}
