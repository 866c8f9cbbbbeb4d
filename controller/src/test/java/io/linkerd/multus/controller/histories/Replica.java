// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.histories;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.openshift.client.OpenShiftClient;
import io.linkerd.multus.controller.Controller;
import io.linkerd.multus.controller.engine.api.ApiClient;
import io.linkerd.multus.controller.engine.api.ApiTraffic;
import io.linkerd.multus.controller.engine.api.RefusedWatches;
import io.linkerd.multus.controller.settings.ControllerSettings;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.micrometer.core.instrument.Counter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.UUID;

/** One process of the controller, as far as a cluster sees it: a client of its own, which ends with it. */
final class Replica implements AutoCloseable {
    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final String token = UUID.randomUUID().toString();
    private final FakeApiServer api;
    private final OpenShiftClient client;
    private final Controller controller;

    /** Starts it. */
    Replica(FakeApiServer api, ControllerSettings settings) {
        this.api = api;
        var refused = new RefusedWatches();
        var traffic = new ApiTraffic(meters, System::nanoTime);
        var config = new ConfigBuilder()
                .withAutoConfigure(false)
                .withMasterUrl(api.url())
                .withOauthToken(token)
                .build();
        client = ApiClient.open(config, refused, traffic);
        controller = new Controller(client, refused, traffic, settings, meters);
        controller.start();
    }

    /** {@return how many keys of that kind it has worked on} */
    long looks(String kind) {
        return (long) meters.find("linkerd_multus_controller_reconciles").tag("kind", kind).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    /** {@return whether it leads} */
    boolean leads() {
        return meters.get("linkerd_multus_controller_leader").gauge().value() == 1;
    }

    /** {@return how many keys wait for their turn} */
    long queue() {
        return (long) meters.find("linkerd_multus_controller_queue_length").gauges().stream()
                .mapToDouble(gauge -> gauge.value())
                .sum();
    }

    /** Nothing of it reaches the cluster any more, so that no lease is given back; what is left of it ends in its own time. */
    Thread crash() {
        api.cutOff(token);
        return Thread.ofVirtual().start(this::close);
    }

    @Override
    public void close() {
        controller.close();
        client.close();
        meters.close();
    }
}
