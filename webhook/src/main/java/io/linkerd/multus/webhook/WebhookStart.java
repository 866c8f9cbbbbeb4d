// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import io.linkerd.multus.webhook.certificates.Certificates;
import io.linkerd.multus.webhook.cluster.ClusterMemory;
import io.linkerd.multus.webhook.reviews.WarmUp;
import io.micronaut.context.event.ApplicationEventListener;
import io.micronaut.runtime.server.event.ServerStartupEvent;
import jakarta.inject.Singleton;

/** Starts what works beside the server as soon as the server's port is open. */
@Singleton
final class WebhookStart implements ApplicationEventListener<ServerStartupEvent> {
    private final Certificates certificates;
    private final ClusterMemory memory;

    WebhookStart(Certificates certificates, ClusterMemory memory) {
        this.certificates = certificates;
        this.memory = memory;
    }

    @Override
    public void onApplicationEvent(ServerStartupEvent opened) {
        certificates.start();
        memory.start();
        // Requests that come already are answered; an API server sends none before this replica has called itself.
        WarmUp.run();
        certificates.wake();
    }
}
