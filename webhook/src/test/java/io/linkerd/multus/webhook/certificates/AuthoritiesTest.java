// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AuthoritiesTest {
    private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");
    private static final Instant LEAVES_END = NOW.plus(Duration.ofDays(7));
    private static final CertificateIssuer ISSUER =
            new CertificateIssuer(CertificatePolicy.STANDARD, List.of("webhook.ns.svc"));
    private static final Authority CURRENT = ISSUER.authority(NOW);
    private static final X509 OTHER = ISSUER.authority(NOW).certificate();
    private static final X509 ENDED =
            ISSUER.authority(NOW.minus(Duration.ofDays(366))).certificate();

    @Test
    void takesOverWhomOthersMayStillBeServedBy() {
        var trusted = new TrustBundle(List.of(ENDED, CURRENT.certificate(), OTHER));

        var adopted = Authorities.startOver(CURRENT).adopt(trusted, Optional.empty(), NOW, LEAVES_END);

        assertThat(adopted.previous()).containsExactly(OTHER);
        assertThat(adopted.retireAt()).contains(LEAVES_END);
        assertThat(adopted.isNew()).isFalse();
    }

    @Test
    void hasNothingToRetireWhereItTookOverNobody() {
        var trusted = new TrustBundle(List.of(ENDED, CURRENT.certificate()));

        var adopted = Authorities.startOver(CURRENT).adopt(trusted, Optional.empty(), NOW, LEAVES_END);

        assertThat(adopted.previous()).isEmpty();
        assertThat(adopted.retireAt()).isEmpty();
    }
}
