// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.webhook.certificates.CertificateStore.StoreUnavailable;
import io.linkerd.multus.webhook.certificates.CertificateStore.WriteResult;
import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;
import io.linkerd.multus.webhook.settings.CertificateSource.Maker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FurtherTrustTest {
    private static final CertificatePolicy POLICY = CertificatePolicy.STANDARD;

    private final VirtualClock wall = new VirtualClock();
    private final AtomicLong nanos = new AtomicLong(-5);
    private final InMemoryCertificateStore first = new InMemoryCertificateStore(wall);
    private final Second second = new Second();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final FurtherTrust further = new FurtherTrust(
            "attachments", second, first, nanos::get, new CertificateMetrics(registry, Maker.SELF_ISSUED));

    /** A configuration with the API server's rules for what is based on an old version. */
    private static final class Second implements TrustStore {
        private Optional<TrustBundle> bundle = Optional.of(TrustBundle.EMPTY);
        private Optional<Runnable> between = Optional.empty();
        private int version;
        private int writes;
        private boolean allowed = true;

        void edit(TrustBundle wanted) {
            bundle = Optional.of(wanted);
            version++;
        }

        @Override
        public ConfigurationReading configuration() {
            if (!allowed) {
                throw new StoreUnavailable("forbidden");
            }
            var read = bundle.<ConfigurationReading>map(
                            trust -> new ConfigurationReading.Present(Integer.toString(version), Map.of("w", trust)))
                    .orElseGet(ConfigurationReading.Absent::new);
            var event = between;
            between = Optional.empty();
            event.ifPresent(Runnable::run);
            return read;
        }

        @Override
        public WriteResult trust(CertificateStep.Trust step) {
            if (bundle.isEmpty() || !step.version().equals(Integer.toString(version))) {
                return WriteResult.LOST_RACE;
            }
            writes++;
            edit(step.bundle());
            return WriteResult.WRITTEN;
        }
    }

    @BeforeEach
    void settle() {
        new Replica(first, POLICY, wall).passUntilRest();
    }

    @Test
    void trustsWhomTheFirstOneTrustsAndIsQuietThen() {
        further.keep();
        further.keep();

        assertThat(second.bundle).contains(first.trustAsOf(wall.instant()));
        assertThat(second.writes).isEqualTo(1);
    }

    /** An alert on 0 would ring at each start. */
    @Test
    void doesNotSayThatItIsMissingBeforeTheFirstLook() {
        assertThat(isThere()).isNaN();

        second.allowed = false;
        further.keep();
        assertThat(isThere()).isNaN();
    }

    /** Whoever removed it may mean an uninstall. */
    @Test
    void doesNotMakeOneThatIsNotThere() {
        second.bundle = Optional.empty();
        try (var log = new LogTap()) {
            further.keep();
            further.keep();
            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("WARN"))
                    .singleElement()
                    .asString()
                    .contains("does not exist");
        }

        assertThat(second.bundle).isEmpty();
        assertThat(isThere()).isZero();
        second.edit(TrustBundle.EMPTY);
        further.keep();
        assertThat(second.bundle).contains(first.trustAsOf(wall.instant()));
        assertThat(isThere()).isOne();
    }

    private double isThere() {
        return registry.get("linkerd_multus_webhook_further_configuration_present")
                .tag("configuration", "attachments")
                .gauge()
                .value();
    }

    /** Leaves of those who are trusted so far may be served still. */
    @Test
    void forgetsNobodyBecauseOfASecretThatIsNew() {
        further.keep();
        var trusted = second.bundle;
        first.deleteSecret();
        first.write(
                Optional.empty(),
                Authorities.startOver(new CertificateIssuer(POLICY, List.of("w")).authority(wall.instant())));

        further.keep();
        assertThat(second.bundle).isEqualTo(trusted);

        new Replica(first, POLICY, wall).passUntilRest();
        further.keep();
        assertThat(second.bundle).contains(first.trustAsOf(wall.instant()));
        assertThat(second.bundle.orElseThrow().authorities())
                .hasSize(2)
                .containsAll(trusted.orElseThrow().authorities());
    }

    @Test
    void followsARotationFromBeginningToEnd() {
        var replica = new Replica(first, POLICY, wall);
        for (int day = 0; day < 400; day++) {
            wall.pass(Duration.ofDays(1));
            for (int look = 0; look < 4; look++) {
                replica.passUntilRest();
                further.keep();
                wall.pass(Duration.ofMinutes(2));
            }
            nanos.addAndGet(Duration.ofDays(1).toNanos());
            assertThat(second.bundle).contains(first.trustAsOf(wall.instant()));
            assertThat(second.bundle
                            .orElseThrow()
                            .contains(replica.served().orElseThrow().authority()))
                    .isTrue();
        }
        assertThat(second.writes).isBetween(3, 12);
    }

    /** A replica that was held up between its two looks must not bring back whom others have forgotten. */
    @Test
    void writesNothingThatIsOlderThanWhatIsThere() {
        var stranger = new TrustBundle(List.of(new CertificateIssuer(POLICY, List.of("w"))
                .authority(wall.instant())
                .certificate()));
        second.between = Optional.of(() -> second.edit(stranger));

        further.keep();

        assertThat(second.bundle).contains(stranger);
        assertThat(second.writes).isZero();
    }

    /** Which would be as many writes a second as the API server takes. */
    @Test
    void aFightOverItIsFoughtSlowly() {
        for (int round = 0; round < 1_000; round++) {
            further.keep();
            second.edit(TrustBundle.EMPTY);
            nanos.addAndGet(Duration.ofMillis(10).toNanos());
        }
        assertThat(second.writes).isBetween(4, 8);

        nanos.addAndGet(Duration.ofMinutes(10).toNanos());
        further.keep();
        assertThat(second.bundle).contains(first.trustAsOf(wall.instant()));
    }

    /** The watch on what was written wakes whoever wrote it, who then finds it as it should be. */
    @Test
    void aFightIsFoughtSlowlyThoughEachWriteIsSeenUnharmedOnce() {
        try (var log = new LogTap()) {
            for (int round = 0; round < 600; round++) {
                further.keep();
                further.keep();
                second.edit(TrustBundle.EMPTY);
                nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            }
            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("WARN"))
                    .singleElement()
                    .asString()
                    .contains("another writer keeps undoing our caBundle");
        }
        assertThat(second.writes).isBetween(8, 14);
    }

    @Test
    void aFightThatIsOverIsForgotten() {
        for (int round = 0; round < 10; round++) {
            further.keep();
            second.edit(TrustBundle.EMPTY);
        }
        nanos.addAndGet(Duration.ofSeconds(30).toNanos());
        further.keep();
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        further.keep();

        for (int write = 0; write < 4; write++) {
            second.edit(TrustBundle.EMPTY);
            further.keep();
            assertThat(second.bundle).contains(first.trustAsOf(wall.instant()));
        }
    }

    @Test
    void theFirstConfigurationDoesNotSufferFromASecondOneThatIsForbidden() {
        second.allowed = false;
        further.keep();
        further.keep();

        second.allowed = true;
        further.keep();
        assertThat(second.bundle).contains(first.trustAsOf(wall.instant()));
    }

    @Test
    void withoutAuthoritiesThereIsNobodyToTrust() {
        var trusted = first.trustAsOf(wall.instant());
        second.edit(trusted);
        first.deleteSecret();

        further.keep();

        assertThat(second.bundle).contains(trusted);
    }
}
