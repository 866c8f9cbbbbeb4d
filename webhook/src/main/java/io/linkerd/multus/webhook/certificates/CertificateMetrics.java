// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.webhook.certificates.CertificateStep.Write;
import io.linkerd.multus.webhook.certificates.CertificateStore.WriteResult;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;

/** Counts the steps of the certificates' life, and tells when the certificates end. */
final class CertificateMetrics {
    private final MeterRegistry registry;
    private final AtomicReference<Instant> leafEnd = new AtomicReference<>(Instant.EPOCH);
    private final AtomicReference<Instant> authorityEnd = new AtomicReference<>(Instant.EPOCH);

    CertificateMetrics(MeterRegistry registry) {
        this.registry = registry;
        expiry("leaf", leafEnd);
        expiry("authority", authorityEnd);
    }

    void serving(Leaf leaf) {
        leafEnd.set(leaf.certificate().notAfter());
        authorityEnd.set(leaf.authority().notAfter());
    }

    void step(Write step, WriteResult result) {
        registry.counter(
                        "linkerd_multus_webhook_certificate_steps",
                        "step",
                        step.name(),
                        "result",
                        result.name().toLowerCase(Locale.ROOT))
                .increment();
    }

    void unavailable() {
        registry.counter("linkerd_multus_webhook_certificate_failures").increment();
    }

    private void expiry(String certificate, AtomicReference<Instant> end) {
        Gauge.builder(
                        "linkerd_multus_webhook_certificate_expiry_timestamp_seconds",
                        end,
                        at -> at.get().getEpochSecond())
                .description("When the certificate that is served, and its authority, end; 0 before there is one")
                .tag("certificate", certificate)
                .register(registry);
    }
}
