// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.webhook.certificates.CertificatePolicy;
import io.linkerd.multus.webhook.certificates.ForeignAuthority;
import io.linkerd.multus.webhook.settings.CertificateSource;
import io.linkerd.multus.webhook.settings.CertificateSource.Maker;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole webhook whose certificate somebody else makes. */
class MountedCertificateIT {
    private final ForeignAuthority authority =
            new ForeignAuthority(TlsClient.SERVICE, Duration.ofDays(90), Instant.now());

    /** Sooner than all is looked at without a change. */
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    @Test
    void servesWhatIsMountedAndTakesWhatFollowsWithoutClosingAConnection() throws Exception {
        var secret = new MountedSecret(folder);
        secret.swap(authority.secret());
        try (var fixture = webhook(Maker.CERT_MANAGER, Optional.empty()).ready();
                var early = new TlsClient(fixture.httpsPort, authority.bundle())) {
            var first = early.leaf().getSerialNumber();
            assertAnswers(early);

            secret.swap(authority.secret());

            await().atMost(SOON).until(() -> !serial(fixture).equals(first));
            assertAnswers(early);
            assertThat(fixture.get("/readyz").statusCode()).isEqualTo(200);
            assertThat(fixture.get("/metrics").body())
                    .contains("linkerd_multus_webhook_certificate_source{source=\"CertManager\"} 1")
                    .contains("linkerd_multus_webhook_certificates_served_total 2");
        }
    }

    @Test
    void needsNoRightOnSecretOrConfiguration() throws Exception {
        new MountedSecret(folder).swap(authority.secret());
        try (var fixture = webhook(Maker.SERVICE_CA, Optional.empty()).ready()) {
            assertThat(fixture.api.requests(""))
                    .isNotEmpty()
                    .noneMatch(request -> request.contains("secrets") || request.contains("webhookconfigurations"));
            assertThat(fixture.api.writes()).isEmpty();
        }
    }

    @Test
    void keepsTheGoodOneWhileTheFilesDoNotFit() throws Exception {
        var secret = new MountedSecret(folder);
        secret.swap(authority.secret());
        try (var fixture = webhook(Maker.SECRET, Optional.empty()).ready()) {
            var first = serial(fixture);

            secret.swap(authority.mismatchedSecret());

            assertKeptInSpiteOfFailures(first, fixture);

            secret.swap(authority.secret());
            await().atMost(SOON).until(() -> !serial(fixture).equals(first));
        }
    }

    /** One by one all replicas would have taken it, and been ready no more. */
    @Test
    void keepsTheOneThatApiServersTrustWhenAStrangersIsMounted() throws Exception {
        var stranger = new ForeignAuthority(TlsClient.SERVICE, Duration.ofDays(90), Instant.now());
        var secret = new MountedSecret(folder);
        secret.swap(authority.secret());
        var bundle = Optional.of(new String(authority.bundle(), StandardCharsets.US_ASCII));
        try (var fixture = webhook(Maker.SECRET, bundle).ready()) {
            var first = serial(fixture);

            secret.swap(stranger.secret());

            assertKeptInSpiteOfFailures(first, fixture);
            secret.swap(authority.secret());
            await().atMost(SOON).until(() -> !serial(fixture).equals(first));
        }
    }

    /** As an API server would find it: the release says whom that trusts, and the Secret is somebody else's by now. */
    @Test
    void isNotReadyWhenTheReleasesBundleDoesNotNameWhoSigned() throws Exception {
        var named = new ForeignAuthority(TlsClient.SERVICE, Duration.ofDays(90), Instant.now());
        var secret = new MountedSecret(folder);
        secret.swap(authority.secret());
        try (var fixture = webhook(Maker.SECRET, Optional.of(new String(named.bundle(), StandardCharsets.US_ASCII)))) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> fixture.get("/readyz").body().contains("could not call itself"));

            secret.swap(named.secret());
            fixture.ready();
        }
    }

    /** Waits for whoever makes it, and never speaks without TLS meanwhile. */
    @Test
    void waitsForASecretThatIsLate() throws Exception {
        var secret = new MountedSecret(folder);
        try (var fixture = webhook(Maker.SERVICE_CA, Optional.empty())) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() ->
                            fixture.get("/readyz").body().contains("there is no serving certificate in " + folder));
            assertThat(fixture.get("/livez").statusCode()).isEqualTo(200);

            secret.swap(authority.secret());
            fixture.ready();
        }
    }

    private WebhookFixture webhook(Maker maker, Optional<String> caBundle) {
        return new WebhookFixture(CertificatePolicy.STANDARD, new CertificateSource(maker, folder, caBundle));
    }

    private void assertKeptInSpiteOfFailures(BigInteger first, WebhookFixture fixture) throws Exception {
        await().atMost(Duration.ofSeconds(10))
                .until(() -> fixture.get("/metrics").body().contains("linkerd_multus_webhook_certificate_failures"));
        assertThat(serial(fixture)).isEqualTo(first);
        assertThat(fixture.get("/readyz").statusCode()).isEqualTo(200);
    }

    private BigInteger serial(WebhookFixture fixture) throws Exception {
        try (var client = new TlsClient(fixture.httpsPort, authority.bundle())) {
            return client.leaf().getSerialNumber();
        }
    }

    private static void assertAnswers(TlsClient client) throws Exception {
        assertThat(client.post(WebhookFixture.review("shop", "{\"name\":\"web\"}"))
                        .body())
                .contains("\"allowed\":true", "patch");
    }
}
