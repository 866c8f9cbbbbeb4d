// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.health;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/** How this replica is doing, all its parts together. */
@Singleton
public class Health {
    private final List<Check> checks;
    private final Liveness liveness;
    private final PrometheusMeterRegistry metrics;

    Health(List<Check> checks, Liveness liveness, PrometheusMeterRegistry metrics) {
        this.checks = List.copyOf(checks);
        this.liveness = liveness;
        this.metrics = metrics;
    }

    /** Says in plain words what has to be mended before an API server should call this replica; nothing where it may. */
    List<String> whyNotReady() {
        return checks.stream().map(Check::whyNot).flatMap(Optional::stream).toList();
    }

    /** Says in plain words what only a restart can mend; empty where nothing is. */
    Optional<String> whyDead() {
        return liveness.whyDead();
    }

    /** What was counted, in Prometheus' text format. */
    String metrics() {
        return metrics.scrape();
    }
}
