// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.linkerd.multus.controller.settings.CniSettings;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class CniSourceTest {
    private static final CniSettings SETTINGS =
            new CniSettings("linkerd-cni", "linkerd-cni-config", "cni_network_config", "/etc/cni/k");

    @Test
    void knowsWhereTheConfigMapShouldBe() {
        assertThat(CniSource.read(Optional.empty(), SETTINGS))
                .isEqualTo(new CniSource.Missing("linkerd-cni/linkerd-cni-config"));
    }

    @Test
    void passesTheConfigurationThroughWithTheNodesKubeconfig() {
        var text = """
                {"name":"linkerd-cni","type":"linkerd-cni","cniVersion":"1.0.0",
                 "kubernetes":{"kubeconfig":"__KUBECONFIG_FILEPATH__"},"linkerd":{"proxy-uid": 2102.0, "iptables-mode":"nft"}}""";
        assertThat(CniSource.read(configMap(Map.of("cni_network_config", text)), SETTINGS))
                .isEqualTo(new CniSource.Ready(text.replace("__KUBECONFIG_FILEPATH__", "/etc/cni/k")));
    }

    @Test
    void namesTheMissingKey() {
        assertThat(problem(Map.of("other", "x")))
                .isEqualTo("key cni_network_config of ConfigMap linkerd-cni/linkerd-cni-config is missing");
    }

    @Test
    void readsTheKeyThatTheSettingsName() {
        var settings = new CniSettings("linkerd-cni", "linkerd-cni-config", "plugin.json", "/etc/cni/k");
        var text =
                "{\"type\":\"linkerd-cni\",\"name\":\"n\",\"cniVersion\":\"1.0.0\",\"kubernetes\":{\"kubeconfig\":\"/etc/cni/k\"}}";

        assertThat(CniSource.read(configMap(Map.of("plugin.json", text, "cni_network_config", "{")), settings))
                .isEqualTo(new CniSource.Ready(text));
        assertThat(CniSource.read(configMap(Map.of("cni_network_config", text)), settings))
                .isInstanceOfSatisfying(
                        CniSource.Broken.class,
                        broken -> assertThat(broken.problem()).startsWith("key plugin.json of ConfigMap"));
    }

    @Test
    void namesKeyLineAndColumnOfBrokenJson() {
        assertThat(problem(Map.of("cni_network_config", "{\n  \"name\": nonsense}")))
                .startsWith("key cni_network_config of ConfigMap linkerd-cni/linkerd-cni-config, line 2, column ");
    }

    @Test
    void tellsOfABrokenConfigMapOnly() {
        assertThat(CniSource.read(Optional.empty(), SETTINGS).notices()).isEmpty();
        assertThat(CniSource.read(configMap(Map.of("cni_network_config", "[]")), SETTINGS)
                        .notices())
                .singleElement()
                .satisfies(notice -> {
                    assertThat(notice.reason()).isEqualTo("LinkerdCniConfigInvalid");
                    assertThat(notice.subject().namespace()).isEqualTo("linkerd-cni");
                });
    }

    private static String problem(Map<String, String> data) {
        return assertThat(CniSource.read(configMap(data), SETTINGS))
                .asInstanceOf(InstanceOfAssertFactories.type(CniSource.Broken.class))
                .actual()
                .problem();
    }

    private static Optional<ConfigMap> configMap(Map<String, String> data) {
        return Optional.of(new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("linkerd-cni")
                .withName("linkerd-cni-config")
                .withUid("1")
                .endMetadata()
                .withData(data)
                .build());
    }
}
