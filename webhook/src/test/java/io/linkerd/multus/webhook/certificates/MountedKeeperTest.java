// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.webhook.settings.CertificateSource;
import io.linkerd.multus.webhook.settings.CertificateSource.Maker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountedKeeperTest {
    private final VirtualClock clock = new VirtualClock();
    private final ForeignAuthority authority = new ForeignAuthority("w.ns.svc", Duration.ofDays(90), clock.instant());
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<MountedCertificate> served = new ArrayList<>();

    @TempDir
    Path folder;

    private MountedKeeper keeper;

    @BeforeEach
    void make() {
        keeper = keeper(Optional.empty());
    }

    private MountedKeeper keeper(Optional<String> caBundle) {
        var source = new CertificateSource(Maker.CERT_MANAGER, folder, caBundle);
        return new MountedKeeper(
                source, "w.ns.svc", clock, served::add, new CertificateMetrics(registry, source.maker()));
    }

    @Test
    void saysWhatIsMissingUntilItIsThere() throws IOException {
        keeper.look();
        assertThat(keeper.whyNotReady()).singleElement().asString().contains("no serving certificate", "tls.crt");

        mount();
        keeper.look();

        assertThat(keeper.whyNotReady()).isEmpty();
        assertThat(served).hasSize(1);
        assertThat(gauge("linkerd_multus_webhook_certificate_source", "source", "CertManager"))
                .isEqualTo(1);
        assertThat(expiry("leaf")).isEqualTo(served.getFirst().leaf().notAfter());
        assertThat(expiry("authority"))
                .isEqualTo(served.getFirst().authority().orElseThrow().notAfter());
    }

    @Test
    void tellsOnceOfWhatItCannotServeAndServesOn() throws IOException {
        mount();
        keeper.look();
        try (var log = new LogTap()) {
            Files.writeString(folder.resolve("tls.crt"), "half a certif");
            keeper.look();
            keeper.look();

            assertThat(log.lines()).singleElement().asString().contains("WARN", "what is served stays", "tls.crt");
        }
        assertThat(keeper.whyNotReady()).isEmpty();
        assertThat(served).hasSize(1);
        assertThat(registry.counter("linkerd_multus_webhook_certificate_failures")
                        .count())
                .isEqualTo(2);
    }

    @Test
    void warnsOfACertificateThatNobodyRenews() throws IOException {
        mount();
        keeper.look();
        try (var log = new LogTap()) {
            clock.pass(Duration.ofDays(60));
            keeper.look();
            assertThat(log.lines()).isEmpty();

            clock.pass(Duration.ofDays(22));
            keeper.look();
            keeper.look();
            assertThat(log.lines()).singleElement().asString().contains("WARN", "ends soon", "CertManager");
            assertThat(keeper.whyNotReady()).isEmpty();

            clock.pass(Duration.ofDays(9));
            keeper.look();
            keeper.look();
            assertThat(log.lines()).hasSize(2).last().asString().contains("ERROR", "has ended");
            assertThat(keeper.whyNotReady()).singleElement().asString().contains("ended at");
        }
    }

    @Test
    void asksWhomTheReleaseNamesBeforeTheSecret() throws IOException {
        var named = new ForeignAuthority("w.ns.svc", Duration.ofDays(90), clock.instant());
        keeper = keeper(Optional.of(new String(named.bundle(), StandardCharsets.US_ASCII)));
        mount();
        keeper.look();

        assertThat(keeper.trusted(served.getFirst()))
                .containsExactlyElementsOf(TrustBundle.read(named.bundle()).authorities());
        assertThat(served.getFirst().trusted())
                .containsExactlyElementsOf(TrustBundle.read(authority.bundle()).authorities());
    }

    private void mount() throws IOException {
        for (var file : authority.secret().entrySet()) {
            Files.write(folder.resolve(file.getKey()), file.getValue());
        }
    }

    private Instant expiry(String certificate) {
        return Instant.ofEpochSecond((long)
                gauge("linkerd_multus_webhook_certificate_expiry_timestamp_seconds", "certificate", certificate));
    }

    private double gauge(String name, String key, String value) {
        return registry.get(name).tag(key, value).gauge().value();
    }
}
