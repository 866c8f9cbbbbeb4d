// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.webhook.certificates.CertificatePolicy;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a pod waits for, and what not. */
class MemoryIT {
    private static final String ATTACHMENTS = "GET /apis/k8s.cni.cncf.io/v1/namespaces/";
    private static final String EXTENSION = "{metadata: {labels: {'linkerd.io/extension': 'viz'}}}";

    private WebhookFixture fixture;

    @BeforeEach
    void start() {
        fixture = new WebhookFixture(CertificatePolicy.STANDARD);
        fixture.api.define("k8s.cni.cncf.io/v1", "network-attachment-definitions", "NetworkAttachmentDefinition", true);
        fixture.api.put("/api/v1/namespaces/viz", EXTENSION);
        fixture.api.put(
                "/apis/k8s.cni.cncf.io/v1/namespaces/viz/network-attachment-definitions/linkerd-cni",
                "{spec: {config: '{}'}}");
        fixture.ready();
        await().atMost(Duration.ofMinutes(1)).until(() -> metric("cache_objects{cache=\"attachments\"} 1.0"));
        fixture.api.forgetRequests();
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void noPodOfAnExtensionAsksForItsAttachment() throws Exception {
        for (int pod = 0; pod < 20; pod++) {
            assertThat(review("viz")).contains("\"patch\"");
        }

        assertThat(fixture.api.requests(ATTACHMENTS)).isEmpty();
    }

    @Test
    void whereNoAttachmentIsKnownAFewOfManyPodsAsk() throws Exception {
        fixture.api.put("/api/v1/namespaces/lone", EXTENSION);
        for (int pod = 0; pod < 20; pod++) {
            assertThat(review("lone")).contains("has no NetworkAttachmentDefinition");
        }

        assertThat(fixture.api.requests(ATTACHMENTS + "lone")).hasSizeBetween(1, 5);
    }

    @Test
    void goesByWhatItKnowsWhileTheApiServerIsAwayAndSaysSo() throws Exception {
        fixture.api.refuseConnections();
        await().atMost(Duration.ofMinutes(1)).until(() -> !metric("cache_age_seconds{cache=\"namespaces\"} 0.0"));

        assertThat(review("viz")).contains("\"patch\"");
        assertThat(review("shop")).contains("\"patch\"");
        assertThat(fixture.get("/readyz").statusCode()).isEqualTo(200);

        fixture.api.acceptConnections();
        await().atMost(Duration.ofMinutes(1)).until(() -> metric("cache_age_seconds{cache=\"namespaces\"} 0.0"));
    }

    @Test
    void anExtensionsPodIsLetInDuringAnOutageWhereNoAttachmentWasKnown() throws Exception {
        fixture.api.put("/api/v1/namespaces/lone", EXTENSION);
        assertThat(review("lone")).contains("has no NetworkAttachmentDefinition");
        fixture.api.fail("GET /apis/k8s", Failure.status(503));

        assertThat(review("lone")).contains("\"allowed\":true", "has no NetworkAttachmentDefinition");
    }

    private String review(String namespace) throws Exception {
        try (var client = fixture.connect()) {
            return client.post(WebhookFixture.review(namespace, "{\"name\":\"web\"}"))
                    .body();
        }
    }

    private boolean metric(String line) throws Exception {
        return fixture.get("/metrics").body().contains("linkerd_multus_webhook_" + line);
    }
}
