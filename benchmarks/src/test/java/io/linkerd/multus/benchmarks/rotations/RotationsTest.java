// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.rotations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RotationsTest {
    @Test
    void addsUpWhatReplicasCount() {
        var one = """
                # TYPE linkerd_multus_webhook_certificate_steps_total counter
                linkerd_multus_webhook_certificate_steps_total{result="written",step="sign"} 3.0
                linkerd_multus_webhook_certificate_steps_total{result="lost_race",step="sign"} 7.0
                linkerd_multus_webhook_certificate_steps_total{result="written",step="retire"} 1.0
                linkerd_multus_webhook_certificates_served_total 12.0
                """;
        var other = """
                linkerd_multus_webhook_certificate_steps_total{result="written",step="retire"} 2.0
                linkerd_multus_webhook_certificates_served_total 10.0
                """;

        assertThat(Rotations.of(List.of(one, other))).isEqualTo(new Rotations(3, 3, 20));
    }

    @Test
    void countsNothingBeforeAnybodyServes() {
        assertThat(Rotations.of(List.of("linkerd_multus_webhook_certificates_served_total 1.0\n")))
                .isEqualTo(new Rotations(0, 0, 0));
    }
}
