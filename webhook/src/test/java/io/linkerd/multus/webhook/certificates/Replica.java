// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.webhook.settings.CertificateSource.Maker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** One replica's keeper, and what its server would serve. */
final class Replica {
    private final AtomicReference<Optional<Leaf>> served = new AtomicReference<>(Optional.empty());
    final CertificateKeeper keeper;

    Replica(CertificateStore store, CertificatePolicy policy, InstantSource clock) {
        keeper = new CertificateKeeper(
                store,
                new CertificateIssuer(policy, List.of("webhook.linkerd-multus.svc")),
                policy,
                clock,
                leaf -> served.set(Optional.of(leaf)),
                new CertificateMetrics(new SimpleMeterRegistry(), Maker.SELF_ISSUED));
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

    Optional<Leaf> served() {
        return served.get();
    }
}
