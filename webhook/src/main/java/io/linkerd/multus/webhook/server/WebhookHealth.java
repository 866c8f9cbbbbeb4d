// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.linkerd.multus.service.health.Health;
import io.linkerd.multus.webhook.certificates.Certificates;
import io.linkerd.multus.webhook.cluster.ClusterMemory;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.stream.Stream;

/** How this replica is doing: whether an API server should call it, and would trust it. */
@Singleton
public class WebhookHealth implements Health {
    private final Draining draining;
    private final Certificates certificates;
    private final ClusterMemory memory;
    private final PrometheusMeterRegistry metrics;

    WebhookHealth(Draining draining, Certificates certificates, ClusterMemory memory, PrometheusMeterRegistry metrics) {
        this.draining = draining;
        this.certificates = certificates;
        this.memory = memory;
        this.metrics = metrics;
    }

    @Override
    public List<String> whyNotReady() {
        var stopping = draining.hasBegun() ? List.of("this replica is stopping") : List.<String>of();
        return Stream.of(stopping, certificates.whyNotReady(), memory.whyNotReady())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public List<String> whyNotAlive() {
        return certificates.whyNotAlive();
    }

    @Override
    public String metrics() {
        return metrics.scrape();
    }
}
