// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.security.Provider;
import java.security.Security;
import java.security.interfaces.ECPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CertificateIssuerTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final String KEY_IDENTIFIER = "2.5.29.14";
    private static final String AUTHORITY_KEY_IDENTIFIER = "2.5.29.35";

    private final CertificateIssuer issuer =
            new CertificateIssuer(CertificatePolicy.STANDARD, List.of("w.ns.svc", "w.ns.svc.cluster.local"));

    @Test
    void makesAnAuthorityThatMaySignAndNothingElse() {
        var authority = issuer.authority(NOW).certificate();
        var certificate = authority.parsed();

        assertThat(certificate.getBasicConstraints()).isZero();
        assertThat(certificate.getKeyUsage()[5]).as("keyCertSign").isTrue();
        assertThat(certificate.getKeyUsage()[0]).as("digitalSignature").isFalse();
        assertThat(authority.notBefore()).isEqualTo(NOW.minus(Duration.ofHours(24)));
        assertThat(authority.notAfter()).isEqualTo(NOW.plus(Duration.ofDays(365)));
        assertThat(certificate.getExtensionValue(KEY_IDENTIFIER)).isNotNull();
        assertThat(certificate.getExtensionValue(AUTHORITY_KEY_IDENTIFIER)).isNotNull();
        assertThat(((ECPublicKey) certificate.getPublicKey())
                        .getParams()
                        .getOrder()
                        .bitLength())
                .isEqualTo(256);
    }

    @Test
    void givesEachAuthorityItsOwnSubjectAndSerial() {
        var one = issuer.authority(NOW).certificate().parsed();
        var other = issuer.authority(NOW).certificate().parsed();

        assertThat(one.getSubjectX500Principal()).isNotEqualTo(other.getSubjectX500Principal());
        assertThat(one.getSerialNumber()).isNotEqualTo(other.getSerialNumber());
        assertThat(one.getSerialNumber().signum()).isEqualTo(1);
        assertThat(one.getSerialNumber().bitLength()).isBetween(128, 159);
    }

    @Test
    void makesALeafForTheServiceThatItsAuthorityVouchesFor() throws Exception {
        var authority = issuer.authority(NOW);
        var leaf = issuer.leaf(authority, NOW);
        var certificate = leaf.certificate().parsed();

        assertThatCode(() -> certificate.verify(authority.certificate().parsed().getPublicKey()))
                .doesNotThrowAnyException();
        assertThat(certificate.getIssuerX500Principal())
                .isEqualTo(authority.certificate().parsed().getSubjectX500Principal());
        assertThat(certificate.getSubjectAlternativeNames())
                .extracting(name -> name.get(1))
                .hasToString("[w.ns.svc, w.ns.svc.cluster.local]");
        assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
        assertThat(leaf.certificate().notAfter()).isEqualTo(NOW.plus(Duration.ofDays(7)));
    }

    @Test
    void letsNoLeafOutliveItsAuthority() {
        var authority = issuer.authority(NOW);
        var leaf = issuer.leaf(authority, NOW.plus(Duration.ofDays(363)));

        assertThat(leaf.certificate().notAfter())
                .isEqualTo(authority.certificate().notAfter());
    }

    /** Making one costs a start some 150 ms and 5 MB, and everybody who looks for an algorithm asks it too. */
    @Test
    void needsNoProviderOfBouncyCastles() {
        var authority = issuer.authority(NOW);

        Pem.of(authority.key());

        assertThat(Security.getProviders())
                .extracting(Provider::getName)
                .isNotEmpty()
                .doesNotContain("BC");
    }
}
