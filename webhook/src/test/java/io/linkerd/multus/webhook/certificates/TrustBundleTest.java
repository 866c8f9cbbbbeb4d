// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrustBundleTest {
    private static final X509 ONE = authority();
    private static final X509 TWO = authority();
    private static final X509 THREE = authority();

    private static X509 authority() {
        return new CertificateIssuer(CertificatePolicy.STANDARD, List.of("webhook.ns.svc"))
                .authority(Instant.parse("2026-07-01T12:00:00Z"))
                .certificate();
    }

    private static TrustBundle bundle(X509... authorities) {
        return new TrustBundle(List.of(authorities));
    }

    @Test
    void hasInCommonWhomAllOfThemName() {
        assertThat(TrustBundle.common(List.of(bundle(ONE, TWO, THREE), bundle(THREE, ONE))))
                .isEqualTo(bundle(ONE, THREE));
        assertThat(TrustBundle.common(List.of(bundle(ONE), bundle(TWO)))).isEqualTo(TrustBundle.EMPTY);
        assertThat(TrustBundle.common(List.of())).isEqualTo(TrustBundle.EMPTY);
    }

    @Test
    void readsWhatItWrites() {
        var pem = bundle(TWO, ONE).pem();

        assertThat(TrustBundle.read(pem)).isEqualTo(bundle(TWO, ONE));
        assertThat(TrustBundle.read(new String(pem, StandardCharsets.US_ASCII))).isEqualTo(bundle(TWO, ONE));
    }

    @Test
    void trustsNobodyWhereItCannotBeRead() {
        assertThat(TrustBundle.read("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"))
                .isEqualTo(TrustBundle.EMPTY);
    }
}
