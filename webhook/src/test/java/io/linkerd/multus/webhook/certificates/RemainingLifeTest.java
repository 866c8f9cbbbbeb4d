// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RemainingLifeTest {
    private static final X509 CERTIFICATE = new ForeignAuthority(
                    "w.ns.svc", Duration.ofDays(90), Instant.parse("2026-03-01T12:00:00Z"))
            .leaf()
            .certificate();
    private static final Instant END = CERTIFICATE.notAfter();
    private static final Duration TENTH =
            Duration.between(CERTIFICATE.notBefore(), END).dividedBy(10);

    @Test
    void isLittleWithLessThanATenthLeft() {
        assertThat(RemainingLife.of(CERTIFICATE, CERTIFICATE.notBefore())).isEqualTo(RemainingLife.ENOUGH);
        assertThat(RemainingLife.of(CERTIFICATE, END.minus(TENTH))).isEqualTo(RemainingLife.ENOUGH);
        assertThat(RemainingLife.of(CERTIFICATE, END.minus(TENTH).plusSeconds(1)))
                .isEqualTo(RemainingLife.LITTLE);
    }

    @Test
    void isNoneFromTheEndOn() {
        assertThat(RemainingLife.of(CERTIFICATE, END.minusSeconds(1))).isEqualTo(RemainingLife.LITTLE);
        assertThat(RemainingLife.of(CERTIFICATE, END)).isEqualTo(RemainingLife.NONE);
    }

    @Test
    void saysWhoHasToAct() {
        assertThat(RemainingLife.LITTLE.words()).contains("look at what renews it");
        assertThat(RemainingLife.NONE.words()).contains("look at what renews it");
    }
}
