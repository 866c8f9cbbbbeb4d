// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.openshift.client.OpenShiftClient;
import io.linkerd.multus.controller.engine.api.ApiClient;
import io.linkerd.multus.controller.engine.api.ApiTraffic;
import io.linkerd.multus.controller.engine.api.RefusedWatches;
import io.linkerd.multus.controller.operator.AskedSettings;
import io.linkerd.multus.controller.settings.ControllerSettings;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.health.Health;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The controller of an operator: it runs with the settings that the {@code LinkerdMultus} asks for, and as soon as that asks for others,
 * anew with those. Before it is known what is asked for, nothing runs: settings of nobody's could attach what is to be left alone.
 */
final class OperatedController implements Health, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(OperatedController.class);

    /** Between looks at whether it is known what is asked for. */
    private static final Duration COMPLETENESS = Duration.ofMillis(50);

    private static final Duration LONG = Duration.ofMinutes(5);

    /** A controller at work with these settings, and what it alone has: a client, and meters that begin at zero with it. */
    private record Running(
            ControllerSettings settings, PrometheusMeterRegistry meters, OpenShiftClient client, Controller controller)
            implements AutoCloseable {
        static Running start(ControllerSettings settings, Config apiServer) {
            var meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            var refused = new RefusedWatches();
            var traffic = new ApiTraffic(meters, System::nanoTime);
            var client = ApiClient.open(apiServer, refused, traffic);
            var controller = new Controller(client, refused, traffic, settings, meters);
            controller.start();
            return new Running(settings, meters, client, controller);
        }

        @Override
        public void close() {
            controller.close();
            client.close();
            meters.close();
        }
    }

    private final Config apiServer;
    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final OpenShiftClient client;
    private final AskedSettings asked;
    private final AtomicReference<Optional<Running>> running = new AtomicReference<>(Optional.empty());
    private final Wakeups wakeups = new Wakeups();
    private final Thread thread = Thread.ofPlatform().name("operated").unstarted(this::follow);

    /** Prepares; {@code namespace} is the operator's own. */
    OperatedController(Map<String, String> environment, String namespace, Config apiServer) {
        this.apiServer = apiServer;
        this.client = ApiClient.open(apiServer, new RefusedWatches(), new ApiTraffic(meters, System::nanoTime));
        this.asked = new AskedSettings(client, environment, namespace, wakeups::signal);
    }

    /** Starts to watch, and the controller once it is known what is asked for. */
    void start() {
        asked.start();
        thread.start();
    }

    @Override
    public List<String> whyNotReady() {
        return running.get()
                .map(now -> now.controller().whyNotReady())
                .orElseGet(() -> asked.isComplete() ? List.of("taking up its settings") : asked.whyNotReady());
    }

    @Override
    public List<String> whyNotAlive() {
        return thread.isAlive()
                ? running.get().map(now -> now.controller().whyNotAlive()).orElseGet(List::of)
                : List.of("the thread that follows the LinkerdMultus has ended");
    }

    @Override
    public String metrics() {
        return running.get().map(now -> now.controller().metrics()).orElse("");
    }

    private void follow() {
        try {
            while (!wakeups.isStopped()) {
                if (asked.isComplete()) {
                    settings().filter(this::isNew).ifPresent(this::run);
                    wakeups.await(LONG);
                } else {
                    wakeups.pause(COMPLETENESS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** {@return what to run with; where that cannot be, and nothing runs yet, with the operator that says so} */
    private Optional<ControllerSettings> settings() {
        return asked.current().or(() -> running.get().isPresent() ? Optional.empty() : Optional.of(asked.none()));
    }

    private boolean isNew(ControllerSettings settings) {
        return !running.get().map(Running::settings).equals(Optional.of(settings));
    }

    private void run(ControllerSettings settings) {
        log.atInfo().addKeyValue("settings", settings).log("running as the LinkerdMultus asks");
        running.getAndSet(Optional.empty()).ifPresent(Running::close);
        running.set(Optional.of(Running.start(settings, apiServer)));
    }

    @Override
    public void close() {
        wakeups.stop();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        running.getAndSet(Optional.empty()).ifPresent(Running::close);
        asked.close();
        client.close();
        meters.close();
    }
}
