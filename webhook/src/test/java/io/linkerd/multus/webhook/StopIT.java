// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.webhook.certificates.CertificatePolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StopIT {
    private static final byte[] REVIEW = WebhookFixture.review("shop", "{\"name\":\"web\"}");

    @Test
    void servesWhatStillComesBeforeItStops() throws Exception {
        try (var fixture = new WebhookFixture(CertificatePolicy.STANDARD).ready();
                var idle = fixture.connect()) {
            assertThat(idle.post(REVIEW).closes()).isFalse();
            var stopping = Thread.ofPlatform().start(fixture.webhook::stopGracefully);
            await().until(() -> fixture.get("/readyz").statusCode() == 503);
            assertThat(fixture.get("/readyz").body()).contains("this replica is stopping");

            var onTheOldConnection = idle.post(REVIEW);
            assertThat(onTheOldConnection.status()).isEqualTo(200);
            assertThat(onTheOldConnection.closes()).isTrue();
            try (var late = fixture.connect()) {
                assertThat(late.post(REVIEW).status()).isEqualTo(200);
            }
            assertThat(stopping.join(Duration.ofSeconds(40))).isTrue();
        }
    }

    /** It ended without an answer, and the API server refused the pod: {@code failed calling webhook ... EOF}. */
    @Test
    void aRequestThatMeetsTheEndOfItsConnectionIsToldToComeAgain() throws Exception {
        try (var fixture = new WebhookFixture(CertificatePolicy.STANDARD).ready();
                var idle = fixture.connect()) {
            assertThat(idle.post(REVIEW).status()).isEqualTo(200);

            fixture.webhook.stopGracefully();
            idle.postQuietly(REVIEW); // sent before the client has looked at what came
            var met = idle.read();

            assertThat(met.status()).isEqualTo(503);
            assertThat(met.retryAfter()).isEqualTo("1");
            assertThat(met.closes()).isTrue();
        }
    }

    /** They stayed, and the API server refused every meshed pod of the cluster. */
    @Test
    void takesTheConfigurationsAlongWhenItsNamespaceIsDeleted() throws Exception {
        try (var fixture = new WebhookFixture(CertificatePolicy.STANDARD).ready()) {
            fixture.api.edit("/api/v1/namespaces/linkerd-multus", "{metadata: {finalizers: ['kubernetes']}}");
            fixture.api.delete("/api/v1/namespaces/linkerd-multus", "{}");

            fixture.webhook.stopGracefully();

            assertThat(fixture.api.get(WebhookFixture.CONFIGURATION)).isEmpty();
            assertThat(fixture.api.get(WebhookFixture.ATTACHMENTS)).isEmpty();
            assertThat(fixture.api.get(WebhookFixture.LINKERD_CONFIGS)).isEmpty();
        }
    }

    @Test
    void leavesTheConfigurationsWhenItIsReplaced() throws Exception {
        try (var fixture = new WebhookFixture(CertificatePolicy.STANDARD).ready()) {
            fixture.webhook.stopGracefully();

            assertThat(fixture.api.get(WebhookFixture.CONFIGURATION)).isPresent();
            assertThat(fixture.api.get(WebhookFixture.ATTACHMENTS)).isPresent();
            assertThat(fixture.api.get(WebhookFixture.LINKERD_CONFIGS)).isPresent();
        }
    }

    @Test
    void staysReadyWhileTheApiServerIsAwayAndWhenNobodyIsToCall() throws Exception {
        try (var fixture = new WebhookFixture(CertificatePolicy.STANDARD).ready()) {
            fixture.api.fail("", Failure.status(503));
            // Seen by the watch that is still open, so that somebody looks.
            fixture.api.edit(WebhookFixture.CONFIGURATION, "{metadata: {labels: {looked: 'at'}}}");
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> fixture.get("/metrics")
                            .body()
                            .contains("linkerd_multus_webhook_certificate_failures_total"));
            fixture.api.watches().end();
            assertThat(fixture.get("/readyz").statusCode())
                    .as("what is served stays trusted")
                    .isEqualTo(200);
            fixture.api.heal();
            fixture.api.remove(WebhookFixture.CONFIGURATION);

            await().atMost(Duration.ofSeconds(30))
                    .until(() -> fixture.get("/metrics").body().contains("webhook_configuration_present 0"));
            assertThat(fixture.get("/readyz").statusCode()).isEqualTo(200);
            assertThat(fixture.get("/livez").statusCode()).isEqualTo(200);
        }
    }
}
