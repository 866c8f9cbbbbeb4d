// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.kube.WatchTransport;
import io.linkerd.multus.webhook.certificates.Certificates;
import io.linkerd.multus.webhook.cluster.Cluster;
import io.linkerd.multus.webhook.cluster.ClusterMemory;
import io.linkerd.multus.webhook.reviews.Admissions;
import io.linkerd.multus.webhook.server.WebhookHealth;
import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import io.micronaut.test.extensions.junit5.annotation.MicronautTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That the parts find each other, and each of them one. */
@MicronautTest(contextBuilder = WebhookParts.class, startApplication = false)
class WebhookWiringTest {
    @Inject
    private ApplicationContext context;

    @Inject
    private WebhookHealth health;

    @ParameterizedTest
    @ValueSource(
            classes = {
                Admissions.class,
                Certificates.class,
                Cluster.class,
                ClusterMemory.class,
                EmbeddedServer.class,
                WatchTransport.class
            })
    void hasOneOfEachPart(Class<?> part) {
        assertThat(context.getBeansOfType(part)).hasSize(1);
    }

    @Test
    void isNotReadyBeforeItHasStarted() {
        assertThat(health.whyNotReady().toString()).contains("namespaces of the cluster are not read yet");
        assertThat(health.whyNotAlive()).isEmpty();
    }
}
