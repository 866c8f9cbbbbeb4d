// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import io.fabric8.openshift.client.OpenShiftClient;
import io.linkerd.multus.controller.api.ApiClient;
import io.linkerd.multus.controller.health.HealthServer;
import io.linkerd.multus.controller.settings.ControllerSettings;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Factory;
import jakarta.inject.Singleton;

/** What the application consists of. */
@Factory
final class ControllerBeans {

    @Singleton
    @Bean(preDestroy = "close")
    PrometheusMeterRegistry meters() {
        return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    }

    @Singleton
    @Bean(preDestroy = "close")
    OpenShiftClient client() {
        return ApiClient.open();
    }

    @Context
    @Bean(preDestroy = "close")
    Controller controller(OpenShiftClient client, ControllerSettings settings, PrometheusMeterRegistry meters) {
        return new Controller(client, settings, meters);
    }

    @Context
    @Bean(preDestroy = "close")
    HealthServer healthServer(ControllerSettings settings, Controller controller, PrometheusMeterRegistry meters) {
        return new HealthServer(settings.healthPort(), controller, meters);
    }
}
