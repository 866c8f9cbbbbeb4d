// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.attachments.CniSource;
import io.linkerd.multus.controller.settings.CniSettings;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CniSourcesTest {
    private static final CniSettings SETTINGS =
            new CniSettings("linkerd-cni", "linkerd-cni-config", "plugin.json", "/etc/cni/k");
    private static final String TEXT =
            "{\"type\":\"linkerd-cni\",\"name\":\"n\",\"cniVersion\":\"1.0.0\",\"kubernetes\":{\"kubeconfig\":\"/etc/cni/k\"}}";

    @Test
    void knowsWhereTheConfigMapShouldBe() {
        assertThat(CniSources.read(Optional.empty(), SETTINGS))
                .isEqualTo(new CniSource.Missing("linkerd-cni/linkerd-cni-config"));
    }

    @Test
    void readsTheKeyThatTheSettingsName() {
        assertThat(CniSources.read(configMap(Map.of("plugin.json", TEXT, "cni_network_config", "{")), SETTINGS))
                .isEqualTo(new CniSource.Ready(TEXT));
        assertThat(CniSources.read(configMap(Map.of("cni_network_config", TEXT)), SETTINGS))
                .isEqualTo(new CniSource.Broken(
                        new Notice.Subject("v1", "ConfigMap", "linkerd-cni", "linkerd-cni-config", "1"),
                        "key plugin.json of ConfigMap linkerd-cni/linkerd-cni-config is missing"));
    }

    @Test
    void aConfigMapWithoutDataLacksTheKey() {
        assertThat(CniSources.read(configMap(null), SETTINGS)).isInstanceOf(CniSource.Broken.class);
    }

    private static Optional<ConfigMap> configMap(@Nullable Map<String, String> data) {
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
