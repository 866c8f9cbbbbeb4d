// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.openshift.client.OpenShiftClient;
import io.linkerd.multus.controller.engine.api.ApiClient;
import io.linkerd.multus.controller.engine.api.ApiTraffic;
import io.linkerd.multus.controller.engine.api.RefusedWatches;
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
    OpenShiftClient client(Config apiServer, RefusedWatches refused, ApiTraffic traffic) {
        return ApiClient.open(apiServer, refused, traffic);
    }

    @Singleton
    ApiTraffic traffic(PrometheusMeterRegistry meters) {
        return new ApiTraffic(meters, System::nanoTime);
    }

    @Singleton
    RefusedWatches refusedWatches() {
        return new RefusedWatches();
    }

    @Context
    @Bean(preDestroy = "close")
    Controller controller(
            OpenShiftClient client,
            RefusedWatches refused,
            ApiTraffic traffic,
            ControllerSettings settings,
            PrometheusMeterRegistry meters) {
        var controller = new Controller(client, refused, traffic, settings, meters);
        controller.start();
        return controller;
    }
}
