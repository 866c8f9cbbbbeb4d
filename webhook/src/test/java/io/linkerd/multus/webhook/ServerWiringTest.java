// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.service.health.HealthServer;
import io.linkerd.multus.webhook.server.WebhookHealth;
import io.micronaut.runtime.server.EmbeddedServer;
import io.micronaut.test.extensions.junit5.annotation.MicronautTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** That the server finds all parts behind it, and that they start with it; the extension starts the server and nothing else. */
@MicronautTest(contextBuilder = WebhookParts.class)
class ServerWiringTest {
    @Inject
    private EmbeddedServer server;

    @Inject
    private WebhookHealth health;

    @BeforeEach
    void awaitReady() {
        await().atMost(Duration.ofSeconds(60)).until(health::whyNotReady, List::isEmpty);
    }

    @Test
    void servesAsTheAuthorityOfTheCaBundleVouches() throws Exception {
        try (var client = connect()) {
            assertThat(client.leaf().getSubjectX500Principal().getName()).isEqualTo("CN=linkerd-multus webhook");
        }
        assertThatThrownBy(() -> new TlsClient(server.getPort(), StrangeAuthority.pem()))
                .isInstanceOf(SSLHandshakeException.class)
                .hasMessageContaining("certification path");
    }

    @Test
    void patchesAPodThroughAllParts() throws Exception {
        try (var client = connect()) {
            var answer = client.post(WebhookFixture.review("shop", "{\"name\":\"web\"}"));

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).contains("\"uid\":\"u-1\"", "\"allowed\":true", "\"patchType\":\"JSONPatch\"");
        }
    }

    @Test
    void refusesABodyThatIsTooLarge() throws Exception {
        try (var client = connect()) {
            var huge = " ".repeat((7 << 20) + 1).getBytes(StandardCharsets.US_ASCII);
            client.head("POST", "/mutate/pods", "application/json", huge.length);
            client.writeQuietly(huge);

            assertThat(client.read().status()).isEqualTo(413);
        }
    }

    @Test
    void tellsTheKubeletThatItIsReadyAndAlive() throws Exception {
        try (var probed = new HealthServer(0);
                var kubelet = HttpClient.newHttpClient()) {
            probed.report(health);

            assertThat(status(kubelet, probed.port(), "/readyz")).isEqualTo(200);
            assertThat(status(kubelet, probed.port(), "/livez")).isEqualTo(200);
        }
    }

    private TlsClient connect() throws IOException, GeneralSecurityException {
        return new TlsClient(server.getPort(), WebhookFixture.caBundle(WebhookParts.API));
    }

    private static int status(HttpClient kubelet, int port, String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        return kubelet.send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
