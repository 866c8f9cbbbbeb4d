// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.webhook.settings.CertificateSource.Maker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CertificateMetricsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    /** Each start of a replica looked as though there were no configuration, and all had ended. */
    @Test
    void nothingIsKnownBeforeTheFirstLook() {
        var metrics = new CertificateMetrics(registry, Maker.SELF_ISSUED);

        assertThat(present()).isNaN();
        assertThat(expiry("leaf")).isNaN();
        assertThat(expiry("bundle")).isNaN();

        metrics.configured(false);
        metrics.trusted(TrustBundle.EMPTY);
        assertThat(present()).isZero();
        assertThat(expiry("bundle")).isZero();
    }

    /** Nobody looks at a caBundle then, and who signed is not always said. */
    @Test
    void othersCertificatesHaveNoBundleThatEnds() {
        var metrics = new CertificateMetrics(registry, Maker.SECRET);
        var leaf = new ForeignAuthority("w", Duration.ofDays(90), Instant.now()).leaf();

        metrics.serving(leaf.certificate(), Optional.empty());

        assertThat(expiry("leaf"))
                .isEqualTo((double) leaf.certificate().notAfter().getEpochSecond());
        assertThat(expiry("authority")).isNaN();
        assertThat(expiry("bundle")).isNaN();
    }

    private double present() {
        return registry.get("linkerd_multus_webhook_configuration_present")
                .gauge()
                .value();
    }

    private double expiry(String certificate) {
        return registry.get("linkerd_multus_webhook_certificate_expiry_timestamp_seconds")
                .tag("certificate", certificate)
                .gauge()
                .value();
    }
}
