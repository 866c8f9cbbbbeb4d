// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.daemon.config.DaemonConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedConfigTest {
    private static final String PRIMARY = "{\"cniVersion\":\"1.0.0\",\"name\":\"primary\",\"type\":\"ptp\"}";

    @Test
    void leavesOutWhatIsNotSaid() {
        assertThat(text(DaemonConfigs.auto(), PRIMARY))
                .isEqualTo("{\"cniVersion\":\"1.0.0\",\"name\":\"multus-cni-network\","
                        + "\"clusterNetwork\":\"/d/10-primary.conf\",\"type\":\"multus-shim\"}");
    }

    /** What upstream's daemon wrote when it was run with the same configuration, but for the last two keys, the options of the log and the file. */
    @Test
    void hasUpstreamsKeysInUpstreamsOrder() {
        var config = DaemonConfigs.of("""
            {"daemonSocketDir":"/run/multus/socket","cniDir":"/x/cnidir","auxiliaryCNIChainName":"vendor-cni-chain",
            "binDir":"/x/bin","logLevel":"verbose","logToStderr":true,"namespaceIsolation":true,
            "globalNamespaces":"default,other","cniVersion":"1.0.0","multusAutoconfigDir":"/x/netd","logFile":"/l",
            "logOptions":{"compress":true,"maxBackups":3,"maxAge":1},"cniConfigDir":"/x","multusConfigFile":"auto",
            "forceCNIVersion":true,"multusMasterCNI":"10-primary.conf","readinessindicatorfile":"/x/netd/r",
            "confDir":"/c","socketDir":"/s","strange":1,"overrideNetworkName":true,"upstreamErrorCodes":true}
            """);

        assertThat(text(config, PRIMARY.replace("\"type\"", "\"capabilities\":{\"portMappings\":true},\"type\"")))
                .isEqualTo("{\"binDir\":\"/x/bin\",\"capabilities\":{\"portMappings\":true},\"cniVersion\":\"1.0.0\","
                        + "\"logFile\":\"/l\",\"logLevel\":\"verbose\",\"logToStderr\":true,"
                        + "\"logOptions\":{\"maxAge\":1,\"maxBackups\":3,\"compress\":true},\"name\":\"primary\","
                        + "\"clusterNetwork\":\"/x/netd/10-primary.conf\",\"namespaceIsolation\":true,"
                        + "\"globalNamespaces\":\"default,other\",\"type\":\"multus-shim\",\"cniDir\":\"/x/cnidir\","
                        + "\"auxiliaryCNIChainName\":\"vendor-cni-chain\",\"daemonSocketDir\":\"/run/multus/socket\","
                        + "\"overrideNetworkName\":true,\"upstreamErrorCodes\":true}");
    }

    @Test
    void theShimIsToldToAnswerWithUpstreamsCodes() {
        assertThat(text(DaemonConfigs.auto("\"upstreamErrorCodes\":true"), PRIMARY))
                .endsWith(",\"type\":\"multus-shim\",\"upstreamErrorCodes\":true}");
        assertThat(text(DaemonConfigs.auto("\"upstreamErrorCodes\":false"), PRIMARY))
                .doesNotContain("upstreamErrorCodes");
    }

    @Test
    void capabilitiesAreThePrimarysAndTheDaemons() {
        var config = DaemonConfigs.auto("\"capabilities\":{\"mac\":false,\"z\":true,\"ips\":false}");

        assertThat(text(config, PRIMARY.replace("\"type\"", "\"capabilities\":{\"ips\":true},\"type\"")))
                .startsWith("{\"capabilities\":{\"ips\":true,\"mac\":false,\"z\":true},");
    }

    @ParameterizedTest
    @CsvSource({
        "/d, /d/10-primary.conf",
        "/d/, /d/10-primary.conf",
        "/a//b/../d/., /a/d/10-primary.conf",
        "net.d, net.d/10-primary.conf",
        ".., ../10-primary.conf"
    })
    void pathsAreCleanedAsGoDoes(String directory, String path) {
        assertThat(text(DaemonConfigs.auto("\"multusAutoconfigDir\":\"" + directory + "\""), PRIMARY))
                .contains("\"clusterNetwork\":\"" + path + "\"");
    }

    @Test
    void aTypeOfTheDaemonsIsTaken() {
        assertThat(text(DaemonConfigs.auto("\"type\":\"my-shim\",\"name\":\"never\""), PRIMARY))
                .contains("\"type\":\"my-shim\"", "\"name\":\"multus-cni-network\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n"})
    void isNeverEmpty(String text) {
        assertThatThrownBy(() -> new GeneratedConfig(text, "/d/10-a.conf"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"type\":\"multus-shim\",\"clusterNetwork\":\"/d/10-a.conf\"} | /d/10-a.conf",
                "{\"type\":\"multus\",\"delegates\":[{\"type\":\"a\"}]}          | ''",
                "{\"type\":\"multus-shim\"}                                     | ''"
            })
    void isFoundByAnEarlierDaemons(String text, String primary) {
        assertThat(GeneratedConfig.found(text)).hasValue(new GeneratedConfig(text, primary));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{}", "[]", "{\"type\":\"ptp\"}"})
    void isNotFoundInAnythingElse(String text) {
        assertThat(GeneratedConfig.found(text)).isEmpty();
    }

    private static String text(DaemonConfig config, String primary) {
        var node = new Node(config).with("10-primary.conf", primary);
        return switch (node.turn()) {
            case ConfigPlan.Write(var generated, var _) -> generated.text();
            case ConfigPlan other -> throw new AssertionError(other.toString());
        };
    }
}
