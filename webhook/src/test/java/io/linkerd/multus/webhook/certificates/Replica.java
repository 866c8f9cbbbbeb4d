// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.webhook.settings.CertificateSource.Maker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/** One replica's keeper, and what its server would serve. */
final class Replica {
    private final AtomicReference<Optional<Leaf>> served = new AtomicReference<>(Optional.empty());
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    final CertificateKeeper keeper;

    Replica(CertificateStore store, CertificatePolicy policy, InstantSource clock) {
        this(store, policy, new Clocks(clock, nanos(clock)));
    }

    Replica(CertificateStore store, CertificatePolicy policy, Clocks clocks) {
        keeper = new CertificateKeeper(
                store,
                new CertificateIssuer(policy, List.of("webhook.linkerd-multus.svc")),
                policy,
                clocks,
                leaf -> served.set(Optional.of(leaf)),
                new CertificateMetrics(registry, Maker.SELF_ISSUED));
    }

    /** {@return a count that goes on as the clock does} */
    static LongSupplier nanos(InstantSource clock) {
        return () -> Duration.between(Instant.EPOCH, clock.instant()).toNanos();
    }

    CertificateStep pass() {
        return keeper.pass().step();
    }

    void passUntilRest() {
        for (int passes = 0; passes < 50; passes++) {
            if (pass() instanceof CertificateStep.Rest) {
                return;
            }
        }
        throw new AssertionError("the keeper finds no rest");
    }

    /** {@return when a certificate ends, as this replica's metrics say} */
    Instant end(String certificate) {
        return Instant.ofEpochSecond((long) registry.get("linkerd_multus_webhook_certificate_expiry_timestamp_seconds")
                .tag("certificate", certificate)
                .gauge()
                .value());
    }

    Optional<Leaf> served() {
        return served.get();
    }
}
