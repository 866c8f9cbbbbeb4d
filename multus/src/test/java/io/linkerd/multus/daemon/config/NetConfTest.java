// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetConfTest {

    @Test
    void hasUpstreamsDefaults() {
        var conf = read("{\"clusterNetwork\":\"/d/10-x.conf\"}");

        assertThat(conf.cniVersion()).isEmpty();
        assertThat(conf.name()).isEmpty();
        assertThat(conf.type()).isEmpty();
        assertThat(conf.capabilities()).isEmpty();
        assertThat(conf.prevResult()).isEmpty();
        assertThat(conf.confDir()).isEqualTo(Path.of("/etc/cni/multus/net.d"));
        assertThat(conf.cniDir()).isEqualTo(Path.of("/var/lib/cni/multus"));
        assertThat(conf.binDir()).isEqualTo(Path.of("/opt/cni/bin"));
        assertThat(conf.primary()).isEqualTo(new PrimaryNetwork.ClusterNetwork("/d/10-x.conf"));
        assertThat(conf.defaultNetworks()).isEmpty();
        assertThat(conf.readinessIndicatorFile()).isEmpty();
        assertThat(conf.namespaceIsolation()).isFalse();
        assertThat(conf.globalNamespaces()).containsExactly("default");
        assertThat(conf.auxiliaryCniChainName()).isEmpty();
        assertThat(conf.systemNamespaces()).containsExactly("kube-system");
        assertThat(conf.multusNamespace()).isEqualTo("kube-system");
        assertThat(conf.retryDeleteOnError()).isFalse();
        assertThat(conf.upstreamErrorCodes()).isFalse();
        assertThat(conf.runtimeConfig()).isEmpty();
    }

    @Test
    void takesEveryKey() {
        var conf = read("""
            {"cniVersion":"1.0.0","name":"n","type":"multus-shim","capabilities":{"ips":true,"mac":false,"x":null},
            "prevResult":{ "ips":[] },"confDir":"/1","cniDir":"/2","binDir":"/3","clusterNetwork":"net",
            "defaultNetworks":["a","b"],"readinessindicatorfile":"/r","namespaceIsolation":true,"globalNamespaces":" a ,b,",
            "auxiliaryCNIChainName":"chain","systemNamespaces":[],"multusNamespace":"m","retryDeleteOnError":true,"upstreamErrorCodes":true,
            "runtimeConfig":{"portMappings":[ {"hostPort":1} ],"dns":{"a":1.0},"mac":null,"ips":["1.2.3.4"]}}
            """);

        assertThat(conf)
                .isEqualTo(new NetConf(
                        "1.0.0",
                        "n",
                        "multus-shim",
                        Map.of("ips", true, "mac", false, "x", false),
                        Optional.of("{ \"ips\":[] }"),
                        Path.of("/1"),
                        Path.of("/2"),
                        Path.of("/3"),
                        new PrimaryNetwork.ClusterNetwork("net"),
                        List.of("a", "b"),
                        Optional.of(Path.of("/r")),
                        true,
                        List.of("a", "b", ""),
                        Optional.of("chain"),
                        List.of(),
                        "m",
                        true,
                        true,
                        conf.runtimeConfig()));
        assertThat(conf.runtimeConfig().entrySet())
                .containsExactly(
                        Map.entry("portMappings", "[ {\"hostPort\":1} ]"),
                        Map.entry("dns", "{\"a\":1.0}"),
                        Map.entry("ips", "[\"1.2.3.4\"]"));
    }

    @Test
    void takesDelegatesAsTheyAreWrittenUnlessThereIsAClusterNetwork() {
        var delegates = "\"delegates\":[{ \"type\":\"bridge\" },{\"plugins\":[]}]";

        assertThat(read("{" + delegates + "}").primary())
                .isEqualTo(new PrimaryNetwork.Delegates(List.of("{ \"type\":\"bridge\" }", "{\"plugins\":[]}")));
        assertThat(read("{" + delegates + ",\"clusterNetwork\":\"\"}").primary())
                .isInstanceOf(PrimaryNetwork.Delegates.class);
        assertThat(read("{" + delegates + ",\"clusterNetwork\":\"n\"}").primary())
                .isEqualTo(new PrimaryNetwork.ClusterNetwork("n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                     | at least one delegate/clusterNetwork must be specified",
                "{\"delegates\":[]}     | at least one delegate/clusterNetwork must be specified",
                "[]                     | failed to load netconf: not a JSON object",
                "{\"delegates\":[7],\"clusterNetwork\":\"n\"} | failed to load netconf: delegates is not a list of"
                        + " objects",
                "{\"name\":{},\"prevResult\":[]} | failed to load netconf: name is not a text; prevResult is not an"
                        + " object"
            })
    void saysWhyThereIsNone(String config, String reason) {
        assertThat(NetConf.read(json(config))).isEqualTo(new Result.Not<>("LoadNetConf: " + reason));
    }

    private static NetConf read(String config) {
        return NetConf.read(json(config)).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }

    private static JsonText json(String config) {
        return JsonText.read(config, Overlay.LIMITS).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }
}
