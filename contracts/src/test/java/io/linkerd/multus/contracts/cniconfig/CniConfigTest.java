// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.cniconfig;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.Result.Not;
import io.linkerd.multus.contracts.Result.Ok;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CniConfigTest {

    private static final String PATH = "/etc/cni/linkerd-multus/linkerd-cni.kubeconfig";

    @Test
    void changesOnlyTheKubeconfigOfWhatLinkerdWrites() {
        assertThat(forAttachment("""
                {
                  "name": "linkerd-cni",
                  "type": "linkerd-cni",
                  "log_level": "info",
                  "policy": {"type": "k8s", "k8s_auth_token": "__SERVICEACCOUNT_TOKEN__"},
                  "kubernetes": {
                      "kubeconfig": "__KUBECONFIG_FILEPATH__"
                  },
                  "linkerd": {
                    "incoming-proxy-port": 4143, "proxy-uid": 2102, "proxy-gid": -1.50e+2, "ports-to-redirect": [],
                    "inbound-ports-to-ignore": ["4191","4190"],
                    "iptables-mode": "nft",
                    "ipv6": false
                  }
                }""")).isEqualTo("""
                {
                  "name": "linkerd-cni",
                  "type": "linkerd-cni",
                  "log_level": "info",
                  "policy": {"type": "k8s", "k8s_auth_token": "__SERVICEACCOUNT_TOKEN__"},
                  "kubernetes": {
                      "kubeconfig": "/etc/cni/linkerd-multus/linkerd-cni.kubeconfig"
                  },
                  "linkerd": {
                    "incoming-proxy-port": 4143, "proxy-uid": 2102, "proxy-gid": -1.50e+2, "ports-to-redirect": [],
                    "inbound-ports-to-ignore": ["4191","4190"],
                    "iptables-mode": "nft",
                    "ipv6": false
                  },
                  "cniVersion":"0.3.0"
                }""");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"type\":\"linkerd-cni\",\"kubernetes\":{\"kubeconfig\":\"/a/b\"}} | /a/b",
                "{\"type\":\"linkerd-cni\",\"Kubernetes\":{\"KubeConfig\":\"/a/b\"}} | /a/b",
                "{\"plugins\":[{\"type\":\"x\"},{\"type\":\"linkerd-cni\",\"kubernetes\":{\"kubeconfig\":\"/a/b\"}}]} | /a/b",
                "{\"type\":\"linkerd-cni\",\"kubernetes\":{\"kubeconfig\":\"\"}} | ``",
                "{\"type\":\"linkerd-cni\",\"kubernetes\":null} | ``",
                "{\"type\":\"linkerd-cni\"} | ``"
            })
    void tellsWhichKubeconfigThePluginIsTold(String config, String path) {
        assertThat(CniConfig.read(config).map(read -> read.kubeconfigPath().orElse("")))
                .isEqualTo(new Ok<>(path));
    }

    @Test
    void whatTheAttachmentIsToldIsRead() {
        var written = CniConfig.read(forAttachment("{\"type\":\"linkerd-cni\"}"));

        assertThat(written.map(CniConfig::kubeconfigPath)).isEqualTo(new Ok<>(Optional.of(PATH)));
    }

    @Test
    void keepsWhatTheUserHasChosen() {
        assertThat(
                        forAttachment(
                                "{\"type\":\"other\",\"cniVersion\":\"1.1.0\",\"name\":\"n\",\"kubernetes\":{\"kubeconfig\":\"x\"}}"))
                .isEqualTo(
                        "{\"type\":\"other\",\"cniVersion\":\"1.1.0\",\"name\":\"n\",\"kubernetes\":{\"kubeconfig\":\""
                                + PATH + "\"}}");
    }

    @Test
    void suppliesWhatIsAbsent() {
        assertThat(forAttachment(" {} "))
                .isEqualTo(" {\"cniVersion\":\"0.3.0\",\"name\":\"linkerd-cni\",\"type\":\"linkerd-cni\","
                        + "\"kubernetes\":{\"kubeconfig\":\"" + PATH + "\"}} ");
        assertThat(forAttachment("{\"x\":1, \"y\":2}"))
                .isEqualTo(
                        "{\"x\":1, \"y\":2, \"cniVersion\":\"0.3.0\", \"name\":\"linkerd-cni\", \"type\":\"linkerd-cni\","
                                + " \"kubernetes\":{\"kubeconfig\":\"" + PATH + "\"}}");
    }

    @Test
    void suppliesWhatIsNullOrEmpty() {
        assertThat(forAttachment(
                        "{\"cniVersion\":null,\"name\":\"\",\"type\":null,\"kubernetes\":null,\"plugins\":null}"))
                .isEqualTo("{\"cniVersion\":\"0.3.0\",\"name\":\"linkerd-cni\",\"type\":\"linkerd-cni\",\"kubernetes\":"
                        + "{\"kubeconfig\":\"" + PATH + "\"},\"plugins\":null}");
        assertThat(forAttachment("{\"kubernetes\":{\"a\":0},\"cniVersion\":\"1\",\"name\":\"n\",\"type\":\"t\"}"))
                .isEqualTo("{\"kubernetes\":{\"a\":0,\"kubeconfig\":\"" + PATH
                        + "\"},\"cniVersion\":\"1\",\"name\":\"n\",\"type\":\"t\"}");
        assertThat(forAttachment(
                        "{\"kubernetes\":{\"kubeconfig\":null},\"cniVersion\":\"1\",\"name\":\"n\",\"type\":\"t\"}"))
                .isEqualTo("{\"kubernetes\":{\"kubeconfig\":\"" + PATH
                        + "\"},\"cniVersion\":\"1\",\"name\":\"n\",\"type\":\"t\"}");
    }

    @Test
    void findsKeysInAnyCaseAsGoDoes() {
        assertThat(forAttachment(
                        "{\"CniVersion\":\"1\",\"Name\":\"n\",\"TYPE\":\"t\",\"Kubernetes\":{\"KubeConfig\":\"\"}}"))
                .isEqualTo("{\"CniVersion\":\"1\",\"Name\":\"n\",\"TYPE\":\"t\",\"Kubernetes\":{\"KubeConfig\":\""
                        + PATH + "\"}}");
    }

    @Test
    void givesTheKubeconfigToLinkerdsPluginsOfAListAndToNoOther() {
        assertThat(forAttachment("""
                {"name":"n","plugins":[
                  {"type":"calico","kubernetes":{"kubeconfig":"/calico"}},
                  {"type":"linkerd-cni","kubernetes":{"kubeconfig":"x"},"linkerd":{}},
                  {"type":"linkerd-cni"}
                ]}""")).isEqualTo("""
                {"name":"n","plugins":[
                  {"type":"calico","kubernetes":{"kubeconfig":"/calico"}},
                  {"type":"linkerd-cni","kubernetes":{"kubeconfig":"%1$s"},"linkerd":{}},
                  {"type":"linkerd-cni","kubernetes":{"kubeconfig":"%1$s"}}
                ],"cniVersion":"0.3.0"}""".formatted(PATH));
    }

    @Test
    void takesWhatHasATypeForAPluginAsMultusDoes() {
        assertThat(forAttachment("{\"cniVersion\":\"1\",\"name\":\"n\",\"type\":\"t\",\"plugins\":7}"))
                .isEqualTo(
                        "{\"cniVersion\":\"1\",\"name\":\"n\",\"type\":\"t\",\"plugins\":7,\"kubernetes\":{\"kubeconfig\":\""
                                + PATH + "\"}}");
    }

    @Test
    void writesAnyPathAsJson() {
        assertThat(read("{\"cniVersion\":\"1\",\"name\":\"n\",\"type\":\"t\"}").forAttachment("/a \"b\"\\\n"))
                .endsWith("{\"kubeconfig\":\"/a \\\"b\\\"\\\\\\n\"}}");
    }

    @Test
    void keepsItsText() {
        var text = "\n{ \"a\" : 0.10 }\n";
        var config = read(text);

        assertThat(config.text()).isEqualTo(text);
        assertThat(config).hasToString("CniConfig of 16 characters");
        assertThat(CniConfig.read(text)).isEqualTo(new Ok<>(config)).hasSameHashCodeAs(new Ok<>(config));
        assertThat(CniConfig.read(text + " ")).isNotEqualTo(new Ok<>(config));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            nullValues = "none",
            value = {
                "~~|1|1|nothing there",
                "~ ~|1|1|nothing there",
                "[]|1|1|not a JSON object",
                "~ 7~|1|2|not a JSON object",
                "{}x|1|3|text after the end of the value",
                "{} {}|1|4|text after the end of the value",
                "{|1|2|nothing follows, and the object that begins in line 1, column 1 has no end",
                "{\"a\":\"|1|6|a text that has no end",
                "{\"a\":1,}|1|7|a comma, and nothing after it in the object that begins in line 1, column 1",
                "{\"a\":01}|1|6|`01`, a number that begins with a zero too many",
                "{'a':1}|1|2|`'`, where a name in double quotes is expected",
                "{\"a\":1,\"a\":2}|1|8|\"a\" is there twice",
                "{\"name\":7}|1|9|\"name\" is not a string",
                "{\"type\":[]}|1|9|\"type\" is not a string",
                "{\"cniVersion\":{}}|1|15|\"cniVersion\" is not a string",
                "{\"name\":\"a\",\"Name\":\"b\"}|1|13|\"name\" is there twice",
                "{\"kubernetes\":\"x\"}|1|15|\"kubernetes\" is not an object",
                "{\"kubernetes\":{\"kubeconfig\":7}}|1|29|\"kubeconfig\" is not a string",
                "{\"kubernetes\":{\"kubeconfig\":\"\",\"KubeConfig\":\"\"}}|1|32|\"kubeconfig\" is there twice",
                "{\"plugins\":{}}|1|12|\"plugins\" is not a list",
                "{\"plugins\":[],\"PLUGINS\":[]}|1|15|\"plugins\" is there twice",
                "{\"plugins\":[]}|1|12|no plugin of the list is of type linkerd-cni",
                "{\"plugins\":[{\"type\":\"linkerd-cni\"},7]}|1|36|a plugin of the list is not an object",
                "{\"plugins\":[{\"type\":\"linkerd-cni\"},{\"type\":7}]}|1|44|\"type\" is not a string",
                "{\"plugins\":[{\"type\":\"linkerd-cni\",\"kubernetes\":7}]}|1|48|\"kubernetes\" is not an object",
            })
    void saysWhatIsWrongAndWhere(String text, int line, int column, String reason) {
        assertThat(CniConfig.read(text)).isEqualTo(invalid(line, column, reason));
    }

    @Test
    void countsLines() {
        assertThat(CniConfig.read("{\n  \"a\": 1,\n  \"a\": 2\n}")).isEqualTo(invalid(3, 3, "\"a\" is there twice"));
        assertThat(CniConfig.read("{\n  \"name\": 1\n}")).isEqualTo(invalid(2, 11, "\"name\" is not a string"));
    }

    @Test
    void readsUpToItsLimits() {
        var limit = 1024 * 1024;
        var nested = "{\"a\":".repeat(99) + "{}" + "}".repeat(99);

        assertThat(CniConfig.read("{\"a\":\"" + "x".repeat(limit - 8) + "\"}")).isInstanceOf(Ok.class);
        assertThat(CniConfig.read("{\"a\":\"" + "x".repeat(limit - 7) + "\"}"))
                .isEqualTo(invalid(1, 1, "longer than 1048576 characters"));
        assertThat(CniConfig.read(nested)).isInstanceOf(Ok.class);
        assertThat(CniConfig.read("{\"a\":" + nested + "}"))
                .isEqualTo(invalid(1, 502, "nested deeper than 100 levels, or a number longer than 1000 characters"));
        assertThat(CniConfig.read("{\"a\":" + "1".repeat(1000) + "}")).isInstanceOf(Ok.class);
        assertThat(CniConfig.read("{\"a\":" + "1".repeat(1001) + "}")).isInstanceOf(Not.class);
    }

    @Test
    void isQuickWithManyKeysAndWithMuchNesting() {
        var keys = new StringBuilder("{\"k0\":0");
        for (int key = 1; key < 20_000; key++) {
            keys.append(",\"k").append(key).append("\":0");
        }

        Assertions.assertTimeout(Duration.ofSeconds(20), () -> {
            assertThat(CniConfig.read(keys.append('}').toString())).isInstanceOf(Ok.class);
            assertThat(CniConfig.read("[".repeat(1024 * 1024))).isInstanceOf(Not.class);
        });
    }

    @Test
    void repeatsLittleOfAStrangersText() {
        assertThat(CniConfig.read("{\"a\":secret" + "x".repeat(1000) + "}"))
                .isInstanceOfSatisfying(
                        Not.class,
                        not -> assertThat(not.reason())
                                .startsWith("line 1, column 6: `secretx")
                                .hasSizeLessThan(200));
    }

    private static String forAttachment(String text) {
        return read(text).forAttachment(PATH);
    }

    private static CniConfig read(String text) {
        return CniConfig.read(text).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }

    private static Result<CniConfig> invalid(int line, int column, String reason) {
        return new Not<>("line " + line + ", column " + column + ": " + reason);
    }
}
