// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import io.linkerd.multus.webhook.settings.CertificateSource;
import io.linkerd.multus.webhook.settings.CertificateSource.Maker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeysInLogsTest {
    private final VirtualClock clock = new VirtualClock();
    private final InMemoryCertificateStore store = new InMemoryCertificateStore(clock);
    private final Replica replica = new Replica(store, CertificatePolicy.STANDARD, clock);
    private final List<PrivateKey> keys = new ArrayList<>();

    /** Issued, renewed, rotated, retired; deleted, spoiled in every way that puts a key where it does not belong, and out of reach. */
    @Test
    void aWholeLifeLeavesNoKeyInTheLog() {
        try (var log = new LogTap()) {
            pass();
            for (var days : List.of(5, 250, 1, 8, 250, 1, 8)) {
                clock.pass(Duration.ofDays(days));
                pass();
            }
            store.deleteSecret();
            pass();
            spoil();
            store.available(false);
            assertThat(failure()).isPresent();

            assertNoKeyIn(log);
            assertThat(log.lines()).hasSizeGreaterThan(20);
        }
    }

    private void pass() {
        replica.passUntilRest();
        clock.pass(CertificatePolicy.STANDARD.settling());
        replica.passUntilRest();
        if (store.observe().secret() instanceof SecretReading.Present(var _, var content)) {
            keys.add(content.current().key());
            content.next().ifPresent(next -> keys.add(next.authority().key()));
        }
        replica.served().ifPresent(leaf -> keys.add(leaf.key()));
    }

    /** Every entry with a key in its place, whole and cut short. */
    private void spoil() {
        for (var entry : List.of(
                "ca.crt",
                "ca.key",
                "next.crt",
                "next.key",
                "next-trusted-since",
                "previous.crt",
                "previous-retire-at")) {
            var key = store.content().current().key();
            for (var pem : List.of(Pem.of(key), key.getEncoded(), Arrays.copyOf(Pem.of(key), 150))) {
                var spoiled = new TreeMap<>(complete());
                spoiled.put(entry, pem);
                store.editSecret(spoiled);
                pass();
            }
        }
    }

    private Map<String, byte[]> complete() {
        var issuer = new CertificateIssuer(CertificatePolicy.STANDARD, List.of("w.ns.svc"));
        var now = clock.instant();
        var authorities = new Authorities(
                issuer.authority(now),
                Optional.of(new Authorities.Next(issuer.authority(now), Optional.of(now))),
                List.of(issuer.authority(now).certificate()),
                Optional.of(now.plus(Duration.ofDays(7))));
        keys.add(authorities.current().key());
        keys.add(authorities.next().orElseThrow().authority().key());
        return AuthoritiesFormat.write(authorities);
    }

    private Optional<RuntimeException> failure() {
        try {
            replica.pass();
            return Optional.empty();
        } catch (CertificateStore.StoreUnavailable unavailable) {
            return Optional.of(unavailable);
        }
    }

    @Test
    void aMountedSecretLeavesNoKeyInTheLog(@TempDir Path folder) throws Exception {
        var issuer = new CertificateIssuer(CertificatePolicy.STANDARD, List.of("w.ns.svc"));
        var leaf = issuer.placeholder(clock.instant());
        var other = issuer.placeholder(clock.instant());
        keys.addAll(List.of(leaf.key(), other.key()));
        var source = new CertificateSource(Maker.SECRET, folder, Optional.empty());
        var metrics = new CertificateMetrics(new SimpleMeterRegistry(), Maker.SECRET);
        var keeper = new MountedKeeper(source, "w.ns.svc", clock, _ -> {}, metrics);
        try (var log = new LogTap()) {
            for (var key : List.of(
                    Pem.of(leaf.key()),
                    Pem.of(other.key()),
                    Arrays.copyOf(Pem.of(leaf.key()), 150),
                    leaf.key().getEncoded())) {
                Files.write(folder.resolve("tls.crt"), Pem.of(List.of(leaf.certificate())));
                Files.write(folder.resolve("tls.key"), key);
                keeper.look();
                Files.write(folder.resolve("tls.crt"), key);
                keeper.look();
            }

            assertNoKeyIn(log);
            assertThat(log.lines()).hasSizeGreaterThan(3);
        }
    }

    /** The client failed at one with all of it in its message, which went into the log and the readiness. */
    @ParameterizedTest
    @ValueSource(strings = {"['%s']", "'!%s'", "{'%s': 1}"})
    void aSecretThatCannotBeReadLeavesNoKeyInLogReadinessOrMetrics(String form) {
        var settings = FirstStartRaceTest.SETTINGS;
        var clocks = new Clocks(clock, System::nanoTime);
        var registry = new SimpleMeterRegistry();
        var metrics = new CertificateMetrics(registry, Maker.SELF_ISSUED);
        try (var log = new LogTap();
                var api = FakeApiServer.plain()) {
            var data = complete().entrySet().stream()
                    .map(entry -> "'" + entry.getKey() + "': "
                            + form.formatted(Base64.getEncoder().encodeToString(entry.getValue())))
                    .collect(Collectors.joining(","));
            api.put("/api/v1/namespaces/linkerd-multus/secrets/w-ca", "{type: 'Opaque', data: {" + data + "}}");
            var keeper = new CertificateKeeper(
                    new KubernetesCertificateStore(settings, StoreApis.of(api)),
                    new CertificateIssuer(CertificatePolicy.STANDARD, List.of("w")),
                    CertificatePolicy.STANDARD,
                    clocks,
                    _ -> {},
                    metrics);
            var selfCheck = new SelfCheck("w", 1, new SelfReview("/", "{}"));
            try (var certificates = new SelfIssuedCertificates(
                    settings, keeper, List.of(), selfCheck, clocks, metrics, StoreApis.transport(api))) {
                certificates.start();
                await().until(() -> registry.find("linkerd_multus_webhook_certificate_failures")
                                .counter()
                        != null);
                await().untilAsserted(() -> assertThat(certificates.whyNotReady())
                        .singleElement()
                        .asString()
                        .contains("cannot read the Secret w-ca", "no JSON that was to be expected"));

                assertNoKeyIn(log);
                var leaks = new KeyLeaks(keys);
                assertThat(certificates.whyNotReady())
                        .allSatisfy(reason -> assertThat(leaks.in(reason)).isEmpty());
                assertThat(leaks.in(registry.getMetersAsString())).isEmpty();
            }
        }
    }

    private void assertNoKeyIn(LogTap log) {
        var leaks = new KeyLeaks(keys);
        assertThat(log.lines()).allSatisfy(line -> assertThat(leaks.in(line)).isEmpty());
    }

    /** Nothing is proven by a search that finds nothing. */
    @Test
    void aKeyWouldBeFoundInEveryShape() {
        var leaf = new CertificateIssuer(CertificatePolicy.STANDARD, List.of("w")).placeholder(clock.instant());
        var leaks = new KeyLeaks(List.of(leaf.key()));
        var encoded = leaf.key().getEncoded();
        var pem = Pem.of(leaf.key());

        assertThat(List.of(
                        new String(pem, java.nio.charset.StandardCharsets.US_ASCII).replace("PRIVATE KEY", ""),
                        java.util.Base64.getEncoder().encodeToString(pem),
                        java.util.Base64.getMimeEncoder().encodeToString(encoded),
                        HexFormat.of().formatHex(encoded),
                        HexFormat.of().withUpperCase().formatHex(encoded),
                        Arrays.toString(encoded),
                        "-----BEGIN PRIVATE KEY-----"))
                .allSatisfy(
                        shape -> assertThat(leaks.in("a line with " + shape)).isNotEmpty());
        assertThat(leaks.in("serving " + leaf + " " + leaf.certificate().serial()
                        + leaf.certificate().parsed()))
                .isEmpty();
    }
}
