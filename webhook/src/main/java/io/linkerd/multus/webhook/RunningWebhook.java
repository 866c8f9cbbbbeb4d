// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import io.linkerd.multus.service.health.HealthServer;
import io.linkerd.multus.webhook.certificates.Certificates;
import io.linkerd.multus.webhook.server.Draining;
import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A webhook that serves, and can be stopped. */
final class RunningWebhook implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RunningWebhook.class);

    private final ApplicationContext context;
    private final HealthServer health;

    RunningWebhook(ApplicationContext context, HealthServer health) {
        this.context = context;
        this.health = health;
    }

    /** Says that it is not ready any more, serves what still comes, and ends its connections when nothing has come for a while. */
    void stopGracefully() {
        var draining = context.getBean(Draining.class);
        draining.begin();
        log.atInfo().log("stopping, serving what still comes");
        var certificates = context.getBean(Certificates.class);
        var leaving = Thread.ofVirtual().name("leave").start(certificates::leaveNoConfigurationBehind);
        try {
            draining.awaitQuiet();
            leaving.join();
            draining.endConnections();
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        close();
    }

    @Override
    public void close() {
        // The context closes all parts, also where the server did not stop as it should or had not come to its start.
        try (health;
                context) {
            if (context.isRunning()) {
                context.getActiveBeanRegistrations(EmbeddedServer.class)
                        .forEach(server -> server.bean().stop());
            }
        }
    }
}
