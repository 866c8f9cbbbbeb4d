// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import io.linkerd.multus.webhook.admission.Draining;
import io.linkerd.multus.webhook.admission.InFlight;
import io.linkerd.multus.webhook.certificates.Certificates;
import io.linkerd.multus.webhook.health.HealthServer;
import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A webhook that serves, and can be stopped. */
final class RunningWebhook implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RunningWebhook.class);

    /** Until endpoints, kube-proxies and API servers know that this replica is going: some seconds, where all is well. */
    private static final Duration ENDPOINTS = Duration.ofSeconds(5);

    /** Nobody has called for this long, so nobody will. */
    private static final Duration QUIET = Duration.ofSeconds(3);

    /** The kubelet kills after 30 s unless it is told otherwise. */
    private static final Duration LONGEST = Duration.ofSeconds(20);

    private final ApplicationContext context;
    private final HealthServer health;

    RunningWebhook(ApplicationContext context, HealthServer health) {
        this.context = context;
        this.health = health;
    }

    ApplicationContext context() {
        return context;
    }

    /** Says that it is not ready any more, serves what still comes, and closes when nothing has come for a while. */
    void stopGracefully() {
        context.getBean(Draining.class).begin();
        log.atInfo().log("stopping, serving what still comes");
        try {
            long start = System.nanoTime();
            Duration rest = rest(Duration.ZERO);
            while (rest.isPositive()) {
                Thread.sleep(rest);
                rest = rest(Duration.ofNanos(System.nanoTime() - start));
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        close();
    }

    /** How much longer to serve at least, so long after the beginning of the end. */
    private Duration rest(Duration passed) {
        Duration quiet = QUIET.minus(context.getBean(InFlight.class).quietFor());
        Duration endpoints = ENDPOINTS.minus(passed);
        Duration wanted = quiet.compareTo(endpoints) > 0 ? quiet : endpoints;
        Duration allowed = LONGEST.minus(passed);
        return wanted.compareTo(allowed) < 0 ? wanted : allowed;
    }

    @Override
    public void close() {
        try {
            closeParts();
        } finally {
            health.close();
        }
    }

    private void closeParts() {
        if (!context.isRunning()) {
            return;
        }
        // The server takes the context along when it stops, so nothing can be asked of it afterwards.
        var certificates = context.getBean(Certificates.class);
        context.getBean(EmbeddedServer.class).stop();
        certificates.close();
        context.close();
    }
}
