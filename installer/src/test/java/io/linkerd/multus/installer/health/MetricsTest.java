// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.health;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MetricsTest {
    private final Metrics metrics = new Metrics();

    @Test
    void writesPrometheusText() {
        metrics.count(Metrics.Family.WRITES_TOTAL, "file", "/a\"b", "reason", "new");
        metrics.count(Metrics.Family.WRITES_TOTAL, "file", "/a\"b", "reason", "new");
        metrics.set(Metrics.Family.READY, 1);

        assertThat(metrics.text()).isEqualTo("""
                        # HELP linkerd_multus_installer_ready 1 when plugin and kubeconfig are on the node and valid, else 0.
                        # TYPE linkerd_multus_installer_ready gauge
                        linkerd_multus_installer_ready 1
                        # HELP linkerd_multus_installer_writes_total Files written on the node, by file and reason.
                        # TYPE linkerd_multus_installer_writes_total counter
                        linkerd_multus_installer_writes_total{file="/a\\"b",reason="new"} 2
                        """);
    }

    @ParameterizedTest
    @EnumSource(Metrics.Family.class)
    void eachFamilyIsNamedAsPrometheusWantsItAndSaysWhatItTells(Metrics.Family family) {
        assertThat(family.metric()).matches("linkerd_multus_installer_[a-z_]+");
        assertThat(family.type()).isEqualTo(family.metric().endsWith("_total") ? "counter" : "gauge");
        assertThat(family.help()).endsWith(".");
    }

    @Test
    void forgetsAGaugeThatHasNoValueAnyMore() {
        metrics.set(Metrics.Family.TOKEN_EXPIRY_TIMESTAMP_SECONDS, 5);
        metrics.clear(Metrics.Family.TOKEN_EXPIRY_TIMESTAMP_SECONDS);
        assertThat(metrics.text()).isEmpty();
    }
}
