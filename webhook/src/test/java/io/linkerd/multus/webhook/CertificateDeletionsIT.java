// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.webhook.certificates.CertificatePolicy;
import java.security.cert.X509Certificate;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** People delete what certificates depend on; a moment later all is as before. */
class CertificateDeletionsIT {
    private static final Duration SOON = Duration.ofSeconds(5);

    private WebhookFixture fixture;
    private X509Certificate before;

    @BeforeEach
    void start() throws Exception {
        fixture = new WebhookFixture(CertificatePolicy.STANDARD).ready();
        try (var client = fixture.connect()) {
            before = client.leaf();
        }
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    /** Who serves goes on to do so, and goes on to be trusted; the next authority is there, and trusted beside it. */
    @Test
    void theSecret() throws Exception {
        fixture.api.remove(WebhookFixture.SECRET);

        healed(() -> fixture.api.get(WebhookFixture.SECRET).isPresent() && trusted() == 2);

        assertThat(leaf()).isEqualTo(before);
    }

    @Test
    void theCaBundle() throws Exception {
        var bundle = fixture.caBundle();
        forget();

        healed(() -> trusted() == 1);

        assertThat(fixture.caBundle()).isEqualTo(bundle);
        assertThat(leaf()).isEqualTo(before);
    }

    /** Nobody knows any more who was trusted, so nobody is who was. */
    @Test
    void both() throws Exception {
        fixture.api.remove(WebhookFixture.SECRET);
        forget();

        healed(() -> trusted() == 1 && isTrusted());

        assertThat(leaf().getIssuerX500Principal()).isNotEqualTo(before.getIssuerX500Principal());
    }

    @Test
    void bothWhileNobodyWatches() throws Exception {
        fixture.api.watches().end();
        fixture.api.remove(WebhookFixture.SECRET);
        forget();

        healed(() -> trusted() == 1 && isTrusted());
    }

    @Test
    void theSecretWhileNobodyWatches() throws Exception {
        fixture.api.watches().end();
        fixture.api.remove(WebhookFixture.SECRET);

        healed(() -> fixture.api.get(WebhookFixture.SECRET).isPresent() && trusted() == 2);
    }

    /** That is told, and left so: an uninstall must win. Once it is back, it is trusted. */
    @Test
    void theConfiguration() throws Exception {
        var configuration = fixture.api.get(WebhookFixture.CONFIGURATION).orElseThrow();
        fixture.api.remove(WebhookFixture.CONFIGURATION);

        await().atMost(SOON)
                .until(() -> fixture.get("/metrics").body().contains("linkerd_multus_webhook_configuration_present 0"));
        // A look that an event brings about would have made it, had it wanted to.
        fixture.api.remove(WebhookFixture.SECRET);
        healed(() -> fixture.api.get(WebhookFixture.SECRET).isPresent());
        assertThat(fixture.api.requests("POST " + WebhookFixture.CONFIGURATION.replaceAll("/[^/]+$", "")))
                .isEmpty();
        assertThat(fixture.api.get(WebhookFixture.CONFIGURATION)).isEmpty();

        WebhookFixture.clientConfig(configuration).remove("caBundle");
        ((ObjectNode) configuration.path("metadata")).remove("resourceVersion");
        fixture.api.put(WebhookFixture.CONFIGURATION, configuration.toString());

        healed(this::isTrusted);
        fixture.ready();
        assertThat(fixture.get("/metrics").body()).contains("linkerd_multus_webhook_configuration_present 1");
    }

    /** The same, and those whom the first one is for do not notice, nor those of the other. */
    @ParameterizedTest
    @CsvSource({
        WebhookFixture.ATTACHMENTS + "," + WebhookFixture.LINKERD_CONFIGS,
        WebhookFixture.LINKERD_CONFIGS + "," + WebhookFixture.ATTACHMENTS
    })
    void aFurtherConfiguration(String path, String other) throws Exception {
        healed(() -> isThere(path, 1) && isTrusted(path));
        var configuration = fixture.api.get(path).orElseThrow();
        fixture.api.remove(path);

        healed(() -> isThere(path, 0));
        assertThat(fixture.get("/readyz").statusCode()).isEqualTo(200);
        fixture.api.remove(WebhookFixture.SECRET);
        healed(() -> fixture.api.get(WebhookFixture.SECRET).isPresent() && trusted() == 2);
        healed(() -> isThere(other, 1) && isTrusted(other));
        assertThat(fixture.api.get(path)).isEmpty();
        assertThat(leaf()).isEqualTo(before);

        WebhookFixture.clientConfig(configuration).remove("caBundle");
        ((ObjectNode) configuration.path("metadata")).remove("resourceVersion");
        fixture.api.put(path, configuration.toString());

        healed(() -> isThere(path, 1) && isTrusted(path));
    }

    private boolean isThere(String path, int count) throws Exception {
        return fixture.get("/metrics")
                .body()
                .contains("linkerd_multus_webhook_further_configuration_present{configuration=\""
                        + path.substring(path.lastIndexOf('/') + 1) + "\"} " + count);
    }

    private boolean isTrusted(String path) {
        return fixture.api
                .get(path)
                .map(configuration -> WebhookFixture.clientConfig(configuration).path("caBundle"))
                .filter(WebhookFixture.clientConfig(
                                fixture.api.get(WebhookFixture.CONFIGURATION).orElseThrow())
                        .path("caBundle")::equals)
                .isPresent();
    }

    private interface State {
        boolean holds() throws Exception;
    }

    private static void healed(State state) {
        await().pollInterval(Duration.ofMillis(10)).atMost(SOON).until(state::holds);
    }

    private void forget() {
        var configuration = fixture.api.get(WebhookFixture.CONFIGURATION).orElseThrow();
        WebhookFixture.clientConfig(configuration).remove("caBundle");
        fixture.api.put(WebhookFixture.CONFIGURATION, configuration.toString());
    }

    private int trusted() {
        return new String(fixture.caBundle(), java.nio.charset.StandardCharsets.US_ASCII).split("BEGIN CERT", -1).length
                - 1;
    }

    private boolean isTrusted() {
        try {
            return leaf() != null;
        } catch (Exception _) {
            return false;
        }
    }

    private X509Certificate leaf() throws Exception {
        try (var client = fixture.connect()) {
            return client.leaf();
        }
    }
}
