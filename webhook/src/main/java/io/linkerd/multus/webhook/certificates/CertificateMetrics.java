// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.webhook.certificates.CertificateStep.Write;
import io.linkerd.multus.webhook.certificates.CertificateStore.WriteResult;
import io.linkerd.multus.webhook.settings.CertificateSource.Maker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Counts the steps of the certificates' life, and tells when the certificates end. */
final class CertificateMetrics {
    /** Of which no comparison holds, so that no alert rings. */
    private static final Double UNKNOWN = Double.NaN;

    private final MeterRegistry registry;
    private final Counter served;
    private final AtomicReference<Double> configured = new AtomicReference<>(UNKNOWN);
    private final AtomicReference<Optional<Instant>> leafEnd = new AtomicReference<>(Optional.empty());
    private final AtomicReference<Optional<Instant>> authorityEnd = new AtomicReference<>(Optional.empty());
    private final AtomicReference<Optional<Instant>> bundleEnd = new AtomicReference<>(Optional.empty());

    CertificateMetrics(MeterRegistry registry, Maker source) {
        this.registry = registry;
        Gauge.builder("linkerd_multus_webhook_certificate_source", () -> 1)
                .description("Who makes the serving certificate")
                .tag("source", source.title())
                .register(registry);
        this.served = Counter.builder("linkerd_multus_webhook_certificates_served")
                .description("Serving certificates so far")
                .register(registry);
        if (source == Maker.SELF_ISSUED) {
            Gauge.builder("linkerd_multus_webhook_configuration_present", configured, AtomicReference::get)
                    .description("Whether there is a configuration, without which no API server calls")
                    .register(registry);
        }
        expiry("leaf", leafEnd);
        expiry("authority", authorityEnd);
        expiry("bundle", bundleEnd);
    }

    void serving(X509 leaf, Optional<X509> authority) {
        served.increment();
        leafEnd.set(Optional.of(leaf.notAfter()));
        authorityEnd.set(authority.map(X509::notAfter));
    }

    /** Whom the {@code caBundle} names; from the end of the last of them on, API servers trust nobody. */
    void trusted(TrustBundle bundle) {
        bundleEnd.set(Optional.of(bundle.authorities().stream()
                .map(X509::notAfter)
                .max(Comparator.naturalOrder())
                .orElse(Instant.EPOCH)));
    }

    void step(Write step, WriteResult result) {
        step(step.name(), result);
    }

    void step(String step, WriteResult result) {
        registry.counter(
                        "linkerd_multus_webhook_certificate_steps",
                        "step",
                        step,
                        "result",
                        result.name().toLowerCase(Locale.ROOT))
                .increment();
    }

    /** Whether there is a configuration, without which nobody is called. */
    void configured(boolean present) {
        configured.set(asNumber(present));
    }

    /** {@return whom to tell whether there is a further configuration, without which nobody is called for what it is for} */
    Consumer<Boolean> further(String configuration) {
        var present = new AtomicReference<>(UNKNOWN);
        Gauge.builder("linkerd_multus_webhook_further_configuration_present", present, AtomicReference::get)
                .description("Whether there is a further configuration, without which no API server calls for it")
                .tag("configuration", configuration)
                .register(registry);
        return there -> present.set(asNumber(there));
    }

    private static double asNumber(boolean present) {
        return present ? 1 : 0;
    }

    void unavailable() {
        registry.counter("linkerd_multus_webhook_certificate_failures").increment();
    }

    private void expiry(String certificate, AtomicReference<Optional<Instant>> end) {
        Gauge.builder(
                        "linkerd_multus_webhook_certificate_expiry_timestamp_seconds",
                        end,
                        at -> at.get()
                                .map(known -> (double) known.getEpochSecond())
                                .orElse(UNKNOWN))
                .description(
                        "When the certificate that is served, its authority and all of the caBundle end; NaN where it is not known")
                .tag("certificate", certificate)
                .register(registry);
    }
}
