// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DelegateConfigTest {
    private static final String MAIN = "/etc/cni/net.d/10-main.conf";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "{\"type\":\"t\",\"name\":\"n\"}|n|t",
                "{\"Type\":\"t\"}|''|t",
                "{\"type\":\"t\",\"plugins\":[{}]}|''|t",
                "{\"name\":\"n\",\"plugins\":[{\"type\":\"a\"},{}]}|n|''",
                "{\"type\":\"\",\"plugins\":[{\"type\":\"a\"}]}|''|''",
            })
    void isOnePluginOrAList(String text, String name, String type) {
        assertThat(DelegateConfig.read(text)).isEqualTo(new Result.Ok<>(new DelegateConfig(text, name, type)));
    }

    /** Pods of such a network took all places of the daemon up, each waiting for its own request. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"multus-shim\",\"name\":\"n\"}",
                "{\"name\":\"n\",\"plugins\":[{\"type\":\"a\"},{\"type\":\"multus-shim\"}]}",
            })
    void aNetworkThatWouldCallTheDaemonIsRefused(String text) {
        assertThat(DelegateConfig.read(text))
                .isEqualTo(
                        new Result.Not<>("LoadDelegateNetConf: a network of type multus-shim would wait for itself"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "{}|LoadDelegateNetConf: failed with: LoadDelegateNetConfList: delegate must have the 'type' or 'plugin' field",
                "null|LoadDelegateNetConf: failed with: LoadDelegateNetConfList: delegate must have the 'type' or 'plugin' field",
                "{\"plugins\":null}|LoadDelegateNetConf: failed with: LoadDelegateNetConfList: delegate must have the 'type' or 'plugin' field",
                "{\"plugins\":[]}|LoadDelegateNetConf: failed with: LoadDelegateNetConfList: delegate must have the 'type' or 'plugin' field",
                "{\"plugins\":[{}]}|LoadDelegateNetConf: failed with: LoadDelegateNetConfList: a plugin delegate must have the 'type' field",
                "{\"plugins\":[{\"type\":1}]}|LoadDelegateNetConf: failed with: LoadDelegateNetConfList: error unmarshalling delegate conflist:"
                        + " \"type\" is not a string",
                "[]|LoadDelegateNetConf: error unmarshalling delegate config: not an object",
                "{\"type\":1}|LoadDelegateNetConf: error unmarshalling delegate config: \"type\" is not a string",
                "{\"type\":\"t\",\"capabilities\":{\"mac\":1}}|LoadDelegateNetConf: error unmarshalling delegate config:"
                        + " \"capabilities\" has a value that is neither true nor false",
            })
    void isRefusedWithUpstreamsWords(String text, String reason) {
        assertThat(DelegateConfig.read(text)).isEqualTo(new Result.Not<>(reason));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "{ \"type\":\"t\" , \"name\":\"n\" }|{ \"type\":\"t\" , \"name\":\"n\" }",
                "{ \"type\":\"t\" , \"x\":1.50 }|{\"type\":\"t\",\"x\":1.50,\"name\":\"net\"}",
                "{\"name\":\"\",\"type\":\"t\"}|{\"type\":\"t\",\"name\":\"net\"}",
                "{\"name\":null,\"type\":\"t\"}|{\"type\":\"t\",\"name\":\"net\"}",
                "{\"name\":1,\"type\":\"t\"}|{\"name\":1,\"type\":\"t\"}",
                "{\"Name\":\"x\",\"type\":\"t\"}|{\"Name\":\"x\",\"type\":\"t\",\"name\":\"net\"}",
            })
    void aDefinitionWithoutANameGetsItsOwn(String text, String named) {
        assertThat(DelegateConfig.named(text, "net")).isEqualTo(new Result.Ok<>(named));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "{\"name\":\"n\",\"plugins\":[{\"type\":\"a\", \"x\":1.0}]}|{\"name\":\"n\",\"plugins\":[{\"type\":\"a\", \"x\":1.0}],\"cniVersion\":\"1.0.0\"}",
                "{\"cniVersion\":\"\",\"plugins\":[{\"type\":\"a\"}]}|{\"plugins\":[{\"type\":\"a\"}],\"cniVersion\":\"1.0.0\"}",
                "{\"cniVersion\":\"0.3.1\",\"plugins\":[{\"type\":\"a\"}]}|{\"cniVersion\":\"0.3.1\",\"plugins\":[{\"type\":\"a\"}]}",
                "{\"type\":\"a\"}|{\"type\":\"a\"}",
            })
    void aListWithoutAVersionCanBeGivenOne(String text, String versioned) {
        var config = DelegateConfig.read(text).orElse(reason -> {
            throw new AssertionError(reason);
        });

        assertThat(config.orOfVersion("1.0.0")).isEqualTo(new DelegateConfig(versioned, config.name(), config.type()));
        assertThat(config.orOfVersion("")).isEqualTo(config);
    }

    @Test
    void aDefinitionThatIsNoObjectIsRefused() {
        for (var text : List.of("null", "[]", "1", "\"x\"")) {
            assertThat(DelegateConfig.named(text, "net"))
                    .isEqualTo(new Result.Not<>("failed to unmarshal Spec.Config: not a JSON object"));
        }
    }

    @Test
    void aDefinitionWithoutAConfigurationIsTheFileOfItsName() {
        var file = "{\"type\":\"t\", \"name\":\"net1\"}";
        var node = node().definition("shop", "net1", "").file("/etc/cni/multus/net.d/a.conf", file);

        assertThat(node.networks("net1").delegate(1).config().text()).isEqualTo(file);
        assertThat(node().definition("shop", "net1", "").networks("net1").plan())
                .isInstanceOfSatisfying(DelegatePlan.Refused.class, plan -> {
                    assertThat(plan.text())
                            .endsWith(
                                    "GetCNIConfig: err in GetCNIConfigFromFile: No networks found in /etc/cni/multus/net.d");
                    assertThat(plan.noNetworkFound()).isEmpty();
                });
    }

    @Test
    void argumentsOfThePodGoBeforeThoseOfTheDefinition() {
        var node = node().definition(
                        "shop",
                        "net1",
                        "{\"args\":{\"x\":1,\"cni\":{\"a\":\"old\",\"b\":2.0}},\"type\":\"t\",\"name\":\"n\"}");

        assertThat(text(node, "{\"a\":\"new\",\"c\":{}}"))
                .isEqualTo(
                        "{\"type\":\"t\",\"name\":\"n\",\"args\":{\"x\":1,\"cni\":{\"b\":2.0,\"a\":\"new\",\"c\":{}}}}");
        assertThat(text(node, "{}"))
                .isEqualTo("{\"args\":{\"x\":1,\"cni\":{\"a\":\"old\",\"b\":2.0}},\"type\":\"t\",\"name\":\"n\"}");
    }

    @Test
    void argumentsOfThePodReachEachPluginOfAList() {
        var node = node().definition(
                        "shop",
                        "net1",
                        "{\"name\":\"n\", \"plugins\" : [ {\"type\":\"a\"}, {\"type\":\"b\",\"args\":null} ] }");

        assertThat(text(node, "{\"k\":\"v\"}"))
                .isEqualTo("{\"name\":\"n\", \"plugins\" : [ {\"type\":\"a\",\"args\":{\"cni\":{\"k\":\"v\"}}},"
                        + " {\"type\":\"b\",\"args\":{\"cni\":{\"k\":\"v\"}}} ] }");
    }

    @Test
    void argumentsThatAreNoObjectAreRefused() {
        for (var args : List.of("1", "{\"cni\":[]}")) {
            var node = node().definition("shop", "net1", "{\"type\":\"t\",\"args\":" + args + "}");

            assertThat(node.networks("[{\"name\":\"net1\",\"cni-args\":{\"a\":1}}]")
                            .plan())
                    .isInstanceOfSatisfying(
                            DelegatePlan.Refused.class,
                            plan -> assertThat(plan.text()).contains("LoadDelegateNetConf(): failed to add cni-args"));
        }
    }

    @Test
    void devicesAreTakenInTheOrderOfTheirIds() {
        var node = node().devices("x.com/nic", "0000:03", "0000:01", "0000:02")
                .definition("shop", "net1", "{\"type\":\"t\",\"deviceID\":\"old\"}", Optional.of("x.com/nic"))
                .definition(
                        "shop",
                        "net2",
                        "{\"name\":\"l\",\"plugins\":[{\"type\":\"a\"},{\"type\":\"b\"}]}",
                        Optional.of("x.com/nic"))
                .networks("net1,net2,net1,net1");

        assertThat(node.delegates().stream().skip(1).map(each -> each.device().map(Device::id)))
                .containsExactly(
                        Optional.of("0000:01"), Optional.of("0000:02"), Optional.of("0000:03"), Optional.empty());
        assertThat(node.delegate(1).config().text())
                .isEqualTo("{\"type\":\"t\",\"name\":\"net1\",\"deviceID\":\"0000:01\",\"pciBusID\":\"0000:01\"}");
        assertThat(node.delegate(2).config().text())
                .isEqualTo(
                        "{\"name\":\"l\",\"plugins\":[{\"type\":\"a\",\"deviceID\":\"0000:02\",\"pciBusID\":\"0000:02\"},"
                                + "{\"type\":\"b\",\"deviceID\":\"0000:02\",\"pciBusID\":\"0000:02\"}]}");
        assertThat(node.delegate(1).runtimeConfig().values())
                .containsEntry("deviceID", "\"0000:01\"")
                .containsEntry("CNIDeviceInfoFile", "\"/var/run/k8s.cni.cncf.io/devinfo/cni/shop-net1-c1_net1\"");
        assertThat(node.delegate(1).device().flatMap(Device::description))
                .contains("/var/run/k8s.cni.cncf.io/devinfo/dp/x.com-nic-0000:01-device.json");
    }

    /** Upstream begins anew for the annotation, and gives the same device to two networks. */
    @Test
    void theFirstNetworkAndAnotherOneGetDifferentDevices() {
        var node = node().devices("r", "a", "b")
                .definition("kube-system", "first", "{\"type\":\"t\"}", Optional.of("r"))
                .definition("shop", "net1", "{\"type\":\"t\"}", Optional.of("r"));

        assertThat(node.defaultNetwork("first").networks("net1").delegates())
                .extracting(each -> each.device().map(Device::id))
                .containsExactly(Optional.of("a"), Optional.of("b"));
    }

    @Test
    void aDeviceThatThePodNamesIsUsedWhereNoneIsAllotted() {
        var node = node().devices("r", "a")
                .definition("shop", "net1", "{\"type\":\"t\"}", Optional.of("r"))
                .definition("shop", "net2", "{\"type\":\"t\"}")
                .networks("[{\"name\":\"net1\",\"deviceID\":\"own\"},{\"name\":\"net2\",\"deviceID\":\"own\"}]");

        assertThat(node.delegate(1).device()).contains(new Device("a", Optional.of("r")));
        assertThat(node.delegate(2).device()).contains(new Device("own", Optional.empty()));
        assertThat(node.delegate(2).config().text()).doesNotContain("own");
        assertThat(node.delegate(2).runtimeConfig().values()).containsEntry("deviceID", "\"own\"");
    }

    @Test
    void aKubeletThatDoesNotAnswerIsToldOf() {
        var node = node().kubeletSilent("no answer").definition("shop", "net1", "{\"type\":\"t\"}", Optional.of("r"));

        assertThat(node.networks("net1").plan())
                .isInstanceOfSatisfying(
                        DelegatePlan.Refused.class,
                        plan -> assertThat(plan.text())
                                .endsWith(
                                        "getKubernetesDelegate: failed to get resourceMap from ResourceClient: no answer"));
    }

    private static String text(Planned node, String cniArgs) {
        return node.networks("[{\"name\":\"net1\",\"cni-args\":" + cniArgs + "}]")
                .delegate(1)
                .config()
                .text();
    }

    private static Planned node() {
        return new Planned().file(MAIN, "{\"name\":\"main\",\"type\":\"bridge\"}");
    }
}
