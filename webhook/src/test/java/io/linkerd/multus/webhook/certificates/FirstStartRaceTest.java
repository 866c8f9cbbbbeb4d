// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.contracts.admission.pods.PodRules;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import io.linkerd.multus.webhook.settings.CertificateSource;
import io.linkerd.multus.webhook.settings.CertificateSource.Maker;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** As many replicas as nobody has, over a real connection each, at the API server at once. */
class FirstStartRaceTest {
    private static final int REPLICAS = 200;
    private static final CertificatePolicy POLICY = CertificatePolicy.STANDARD;
    private static final String SECRETS = "/api/v1/namespaces/linkerd-multus/secrets";
    private static final String CONFIGURATION =
            "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/zz-w";
    static final WebhookSettings SETTINGS = settings(Optional.empty());

    private final FakeApiServer api = FakeApiServer.plain();
    private final CountDownLatch gun = new CountDownLatch(1);
    private final CountDownLatch lookedFirst = new CountDownLatch(REPLICAS);

    static WebhookSettings settings(Optional<String> owner) {
        return new WebhookSettings(
                "w",
                "linkerd-multus",
                "linkerd-multus",
                "w",
                "zz-w",
                List.of(),
                "w-ca",
                CertificateSource.selfIssued(),
                true,
                owner,
                PodRules.STANDARD,
                8443,
                8080);
    }

    @BeforeEach
    void install() {
        api.put("/api/v1/namespaces/linkerd-multus", "{}");
        api.put(
                CONFIGURATION,
                "{webhooks: [{name: 'pods.multus.linkerd.io', sideEffects: 'None', admissionReviewVersions: ['v1'],"
                        + " clientConfig: {service: {name: 'w', namespace: 'linkerd-multus'}}}]}");
    }

    @AfterEach
    void stop() {
        api.close();
    }

    /** A real replica's keeper with its loop; it never calls itself, since nobody listens there. */
    private final class Racer implements AutoCloseable {
        final CertificateKeeper keeper;
        private final Wakeups wakeups = new Wakeups();
        private final Thread thread;

        Racer(InstantSource clock) {
            var metrics = new CertificateMetrics(new SimpleMeterRegistry(), Maker.SELF_ISSUED);
            var client = StoreApis.of(api);
            keeper = new CertificateKeeper(
                    new SeenByAllFirst(new KubernetesCertificateStore(SETTINGS, client)),
                    new CertificateIssuer(POLICY, SETTINGS.serviceNames()),
                    POLICY,
                    new Clocks(clock, System::nanoTime),
                    _ -> {},
                    metrics);
            var loop = new CertificateLoop(
                    keeper,
                    new SelfCheck("w", 1, new SelfReview("/", "{}")),
                    wakeups,
                    new Clocks(clock, System::nanoTime),
                    metrics,
                    List.of());
            thread = Thread.ofVirtual().start(() -> {
                try {
                    gun.await();
                    loop.run();
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                }
            });
        }

        boolean isTrusted() {
            return keeper.state().whyNotReady(Instant.now()).isEmpty();
        }

        @Override
        public void close() {
            wakeups.stop();
            thread.interrupt();
        }
    }

    /** Nobody goes on from the first look before all have seen that there is nothing. */
    private final class SeenByAllFirst implements CertificateStore {
        private final CertificateStore store;

        SeenByAllFirst(CertificateStore store) {
            this.store = store;
        }

        @Override
        public SecretReading secret() {
            var found = store.secret();
            lookedFirst.countDown();
            try {
                lookedFirst.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            return found;
        }

        @Override
        public Optional<Instant> time() {
            return store.time();
        }

        @Override
        public CertificateStore.WriteResult write(Optional<String> version, Authorities content) {
            return store.write(version, content);
        }

        @Override
        public Observed.ConfigurationReading configuration() {
            return store.configuration();
        }

        @Override
        public CertificateStore.WriteResult trust(CertificateStep.Trust step) {
            return store.trust(step);
        }
    }

    @Test
    void twoHundredReplicasMakeOneAuthority() {
        race(_ -> InstantSource.system());
    }

    @Test
    void twoHundredReplicasWhoseClocksAreHoursApartMakeOneAuthority() {
        race(number ->
                InstantSource.offset(InstantSource.system(), Duration.ofMinutes(number * 240L / REPLICAS - 120)));
    }

    private interface ClockOf {
        InstantSource replica(int number);
    }

    private void race(ClockOf clocks) {
        var racers = IntStream.range(0, REPLICAS)
                .mapToObj(number -> new Racer(clocks.replica(number)))
                .toList();
        try {
            gun.countDown();
            await().atMost(Duration.ofMinutes(2)).until(() -> racers.stream().allMatch(Racer::isTrusted));
            assertOneAuthority(racers);
        } finally {
            racers.forEach(Racer::close);
        }
    }

    private void assertOneAuthority(List<Racer> racers) {
        var store = new KubernetesCertificateStore(SETTINGS, StoreApis.of(api));
        var trusted = store.observe().trustedByAll().authorities();
        assertThat(trusted).hasSize(1);
        assertThat(racers)
                .allSatisfy(racer -> assertThat(
                                racer.keeper.state().leaf().orElseThrow().authority())
                        .isEqualTo(trusted.getFirst()));
        // All tried; one made it, and one wrote it once more: whom to trust besides, which was nobody.
        assertThat(api.requests("POST " + SECRETS)).hasSizeGreaterThanOrEqualTo(REPLICAS);
        assertThat(store.secret()).isInstanceOfSatisfying(SecretReading.Present.class, secret -> {
            assertThat(secret.content().current().certificate()).isEqualTo(trusted.getFirst());
            assertThat(secret.content().previous()).isEmpty();
        });
    }
}
