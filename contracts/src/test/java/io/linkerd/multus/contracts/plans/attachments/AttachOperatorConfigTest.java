// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AttachOperatorConfigTest {
    /** What the operator makes of the ConfigMap of Linkerd's chart with its defaults. */
    static final String ITS =
            "{\"cniVersion\":\"0.3.0\",\"name\":\"linkerd-cni\",\"type\":\"linkerd-cni\",\"ipam\":{},\"dns\":{},"
                    + "\"log_level\":\"info\",\"linkerd\":{\"incoming-proxy-port\":4143,\"outgoing-proxy-port\":4140,\"proxy-uid\":2102,"
                    + "\"inbound-ports-to-ignore\":[\"4191\",\"4190\"]},"
                    + "\"kubernetes\":{\"kubeconfig\":\"/etc/cni/net.d/ZZZ-linkerd-cni-kubeconfig\"}}";

    @Test
    void knowsWhatTheOperatorWrote() {
        assertThat(AttachOperatorConfig.isIts(ITS)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "\"ipam\":{},              | ",
                "\"dns\":{},               | ",
                "\"linkerd-cni\",\"ipam\"   | \"bridge\",\"ipam\"",
                "\"log_level\"             | \"mtu\":1500,\"log_level\"",
                "\"proxy-uid\":2102        | \"proxy-uid\":2102,\"iptables-mode\":\"nft\"",
                "\"proxy-uid\":2102,       | \"proxy-uid\":2102,\"proxy-uid\":2102,",
                "\"log_level\":            | '\"log_level\": '",
                "\"kubeconfig\"            | \"file\"",
                "}}                        | }",
            })
    void takesNothingElseForIts(String what, String instead) {
        var other = ITS.replace(what, instead == null ? "" : instead);

        assertThat(other).isNotEqualTo(ITS);
        assertThat(AttachOperatorConfig.isIts(other)).isFalse();
    }

    @Test
    void takesNothingOfOursForIts() {
        assertThat(AttachOperatorConfig.isIts("{}")).isFalse();
        assertThat(AttachOperatorConfig.isIts("")).isFalse();
        assertThat(AttachOperatorConfig.isIts("[]")).isFalse();
    }
}
