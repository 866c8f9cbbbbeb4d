// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.plans.Notice.Subject;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class CniSourceTest {
    private static final Subject CONFIG_MAP = new Subject("v1", "ConfigMap", "linkerd-cni", "linkerd-cni-config", "1");

    @Test
    void passesTheConfigurationThroughWithTheNodesKubeconfig() {
        var text = """
                {"name":"linkerd-cni","type":"linkerd-cni","cniVersion":"1.0.0",
                 "kubernetes":{"kubeconfig":"__KUBECONFIG_FILEPATH__"},"linkerd":{"proxy-uid": 2102.0, "iptables-mode":"nft"}}""";
        assertThat(read(Optional.of(text)))
                .isEqualTo(new CniSource.Ready(text.replace("__KUBECONFIG_FILEPATH__", "/etc/cni/k")));
    }

    @Test
    void namesTheMissingKey() {
        assertThat(problem(Optional.empty()))
                .isEqualTo("key cni_network_config of ConfigMap linkerd-cni/linkerd-cni-config is missing");
    }

    @Test
    void namesKeyLineAndColumnOfBrokenJson() {
        assertThat(problem(Optional.of("{\n  \"name\": nonsense}")))
                .startsWith("key cni_network_config of ConfigMap linkerd-cni/linkerd-cni-config, line 2, column ");
    }

    @Test
    void tellsOfABrokenConfigMapOnly() {
        assertThat(new CniSource.Missing("linkerd-cni/linkerd-cni-config").notices())
                .isEmpty();
        assertThat(read(Optional.of("[]")).notices()).singleElement().satisfies(notice -> {
            assertThat(notice.reason()).isEqualTo("LinkerdCniConfigInvalid");
            assertThat(notice.subject().namespace()).isEqualTo("linkerd-cni");
        });
    }

    private static String problem(Optional<String> text) {
        return assertThat(read(text))
                .asInstanceOf(InstanceOfAssertFactories.type(CniSource.Broken.class))
                .actual()
                .problem();
    }

    private static CniSource read(Optional<String> text) {
        return CniSource.read(CONFIG_MAP, "cni_network_config", text, "/etc/cni/k");
    }
}
