// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import io.linkerd.multus.webhook.admission.Draining;
import io.linkerd.multus.webhook.health.Check;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micronaut.context.annotation.Factory;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Puts the parts together that know nothing of each other. */
@Factory
class WebhookBeans {

    @Singleton
    PrometheusMeterRegistry metrics() {
        return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    }

    @Singleton
    Check staying(Draining draining) {
        return () -> draining.hasBegun() ? Optional.of("this replica is stopping") : Optional.empty();
    }
}
