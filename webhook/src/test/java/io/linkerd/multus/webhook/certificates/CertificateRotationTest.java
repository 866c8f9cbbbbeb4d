// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.webhook.StrangeAuthority;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CertificateRotationTest {
    private static final CertificatePolicy POLICY = CertificatePolicy.STANDARD;

    private final VirtualClock clock = new VirtualClock();
    private final InMemoryCertificateStore store = new InMemoryCertificateStore(clock);

    @Test
    void installsInFourLooks() {
        var replica = replica();

        assertThat(replica.pass()).isInstanceOf(CertificateStep.Write.class);
        assertThat(replica.pass()).isInstanceOf(CertificateStep.Write.class);
        assertThat(replica.pass()).isInstanceOf(CertificateStep.Write.class);
        assertThat(replica.pass()).isInstanceOf(CertificateStep.Rest.class);

        assertThat(replica.keeper.state().whyNotReady(clock.instant())).isEmpty();
        assertThat(store.writes).hasValue(3);
    }

    @Test
    void writesNothingWhenNothingIsDue() {
        var replica = replica();
        replica.passUntilRest();
        int before = store.writes.get();

        for (int minutes = 0; minutes < 60 * 24; minutes += 10) {
            clock.pass(Duration.ofMinutes(10));
            assertThat(replica.pass()).isInstanceOf(CertificateStep.Rest.class);
        }

        assertThat(store.writes).hasValue(before);
    }

    @Test
    void rotatesThroughPrepareTrustConfirmSignRetire() {
        var replica = replica();
        replica.passUntilRest();
        var first = store.content().current().certificate();
        clock.pass(Duration.ofDays(250));
        replica.passUntilRest();

        var second = store.content().next().orElseThrow().authority().certificate();
        assertThat(store.trustAsOf(clock.instant()).authorities()).containsExactlyInAnyOrder(first, second);
        assertThat(replica.served().orElseThrow().authority()).isEqualTo(first);

        clock.pass(POLICY.settling());
        replica.passUntilRest();
        assertThat(store.content().current().certificate()).isEqualTo(second);
        assertThat(replica.served().orElseThrow().authority()).isEqualTo(second);
        assertThat(store.trustAsOf(clock.instant()).authorities()).containsExactlyInAnyOrder(first, second);

        clock.pass(POLICY.leafLifetime());
        replica.passUntilRest();
        assertThat(store.trustAsOf(clock.instant()).authorities()).containsExactly(second);
    }

    @Test
    void tellsWhenLeafAuthorityAndBundleEnd() {
        var replica = replica();
        replica.passUntilRest();
        var first = store.content().current().certificate();
        assertThat(replica.end("leaf")).isEqualTo(clock.instant().plus(POLICY.leafLifetime()));
        assertThat(replica.end("authority")).isEqualTo(first.notAfter());
        assertThat(replica.end("bundle")).isEqualTo(first.notAfter());

        clock.pass(Duration.ofDays(250));
        replica.passUntilRest();
        var second = store.content().next().orElseThrow().authority().certificate();
        assertThat(replica.end("authority")).isEqualTo(first.notAfter());
        assertThat(replica.end("bundle")).isEqualTo(second.notAfter());

        store.editCaBundle(new byte[0]);
        replica.pass();
        assertThat(replica.end("bundle")).isEqualTo(Instant.EPOCH);
    }

    /** Three years of two replicas that look at odd times, one of them out for hours now and then. */
    @Test
    void servesNothingThatAnApiServerBehindItsTimeWouldRefuse() {
        var random = new Random(20260301);
        var replicas = List.of(replica(), replica());
        replicas.forEach(Replica::passUntilRest);
        var authorities = new HashSet<X509>();
        var end = clock.instant().plus(Duration.ofDays(3 * 365));
        while (clock.instant().isBefore(end)) {
            clock.pass(
                    random.nextInt(10) == 0
                            ? Duration.ofHours(random.nextInt(1, 30))
                            : Duration.ofSeconds(random.nextInt(1, 40_000)));
            for (var replica : shuffled(replicas, random)) {
                if (random.nextInt(4) > 0) {
                    replica.pass();
                }
                replicas.forEach(this::assertTrusted);
            }
            authorities.add(store.content().current().certificate());
        }
        assertThat(authorities).hasSizeBetween(5, 6);
    }

    private void assertTrusted(Replica replica) {
        var leaf = replica.served().orElseThrow();
        var halfLearned = clock.instant().minus(POLICY.settling().dividedBy(2));
        assertThat(leaf.certificate().isValid(clock.instant())).isTrue();
        assertThat(store.trustAsOf(clock.instant()).contains(leaf.authority())).isTrue();
        assertThat(store.trustAsOf(halfLearned).contains(leaf.authority())).isTrue();
    }

    @Test
    void manyReplicasAtOnceMakeOneAuthority() throws Exception {
        var barrier = new CyclicBarrier(16);
        var replicas = new ArrayList<Replica>();
        var runs = new ArrayList<Future<?>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 16; i++) {
                var replica = replica();
                replicas.add(replica);
                runs.add(threads.submit(() -> {
                    barrier.await();
                    replica.passUntilRest();
                    return replica;
                }));
            }
            for (var run : runs) {
                run.get();
            }
        }
        assertThat(store.creations).hasValue(1);
        assertThat(store.trustAsOf(clock.instant()).authorities()).hasSize(1);
        assertThat(replicas)
                .allSatisfy(replica -> assertThat(replica.served().orElseThrow().authority())
                        .isEqualTo(store.content().current().certificate()));
    }

    @Test
    void manyReplicasAtOnceRotateOnce() throws Exception {
        var replicas = List.of(replica(), replica(), replica(), replica(), replica());
        replicas.forEach(Replica::passUntilRest);
        for (var step : List.of(Duration.ofDays(250), POLICY.settling(), POLICY.settling(), POLICY.leafLifetime())) {
            clock.pass(step);
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                var runs = new ArrayList<Future<?>>();
                replicas.forEach(replica -> runs.add(threads.submit(replica::passUntilRest)));
                for (var run : runs) {
                    run.get();
                }
            }
        }
        assertThat(store.creations).hasValue(1);
        assertThat(store.content().previous()).isEmpty();
        assertThat(store.trustAsOf(clock.instant()).authorities())
                .containsExactly(store.content().current().certificate());
        assertThat(replicas).allSatisfy(this::assertTrusted);
    }

    /** It reads one object, is held up while somebody deletes the Secret and another replica starts over, and reads the other. */
    @Test
    void dropsNobodyFromTheCaBundleWhomAnotherReplicaHasJustPutThere() {
        var stalled = replica();
        var other = replica();
        stalled.passUntilRest();
        other.passUntilRest();
        clock.pass(Duration.ofDays(1));
        store.between(() -> {
            store.deleteSecret();
            other.passUntilRest();
        });

        stalled.pass();

        assertThat(store.trustAsOf(clock.instant()).authorities())
                .hasSize(2)
                .containsAll(store.content().trusted().authorities());
    }

    /**
     * It finds no Secret, is held up while another replica makes one and somebody deletes that too, and then makes its own: whom it found
     * trusted was a day ago.
     */
    @Test
    void aSecretThatIsMadeTooLateTakesNobodysTrust() {
        store.deleteSecret();
        try (var stalled = new SteppedReplica(store, POLICY, clock)) {
            stalled.step();
            stalled.step();
            stalled.step();
            var other = replica();
            other.passUntilRest();
            clock.pass(Duration.ofDays(1));
            other.passUntilRest();
            store.deleteSecret();

            stalled.settle();

            assertThat(stalled.served().orElseThrow().authority())
                    .isNotEqualTo(other.served().orElseThrow().authority());
            assertTrusted(other);
        }
    }

    /** Two hours behind, right, and two hours ahead, over three years. */
    @Test
    void replicasWhoseClocksAreHoursApartTrustEachOther() {
        var random = new Random(20261122);
        var hours = Duration.ofHours(2);
        InstantSource behind = () -> clock.instant().minus(hours);
        InstantSource ahead = () -> clock.instant().plus(hours);
        var replicas = List.of(new Replica(store, POLICY, behind), replica(), new Replica(store, POLICY, ahead));
        var authorities = new HashSet<X509>();
        var end = clock.instant().plus(Duration.ofDays(3 * 365));
        while (clock.instant().isBefore(end)) {
            for (var replica : shuffled(replicas, random)) {
                replica.passUntilRest();
                authorities.add(store.content().current().certificate());
            }
            replicas.forEach(replica -> assertTrustedBetween(replica, behind.instant(), ahead.instant()));
            clock.pass(Duration.ofSeconds(random.nextInt(1, 40_000)));
        }
        assertThat(store.creations).hasValue(1);
        assertThat(authorities).hasSizeBetween(4, 6);
    }

    private void assertTrustedBetween(Replica replica, Instant earliest, Instant latest) {
        var leaf = replica.served().orElseThrow();
        assertThat(leaf.certificate().isValid(earliest)).isTrue();
        assertThat(leaf.certificate().isValid(latest)).isTrue();
        assertThat(leaf.authority().isValid(earliest)).isTrue();
        assertThat(leaf.authority().isValid(latest)).isTrue();
        assertThat(store.trustAsOf(clock.instant()).contains(leaf.authority())).isTrue();
    }

    /** One that is hours ahead would take a successor for known for as long that was confirmed a moment ago. */
    @Test
    void aReplicaThatIsAheadGivesApiServersTheirTimeToLearn() {
        var behind = new Replica(store, POLICY, () -> clock.instant().minus(Duration.ofHours(2)));
        var ahead = new Replica(store, POLICY, () -> clock.instant().plus(Duration.ofHours(2)));
        behind.passUntilRest();
        clock.pass(Duration.ofDays(250));
        behind.passUntilRest();
        var first = store.content().current().certificate();
        assertThat(store.content().next().orElseThrow().trustedSince()).isPresent();

        ahead.passUntilRest();
        assertThat(store.content().current().certificate()).isEqualTo(first);

        clock.pass(POLICY.settling());
        ahead.passUntilRest();
        assertThat(store.content().current().certificate()).isNotEqualTo(first);
    }

    /** Somebody sets the clock forward when the successor was just confirmed: a second later it would have signed. */
    @Test
    void aStepOfTheDateGivesApiServersNoLessTimeToLearn() {
        var nanos = new AtomicLong();
        var replica = new Replica(store, POLICY, new Clocks(clock, nanos::get));
        replica.passUntilRest();
        clock.pass(Duration.ofDays(250));
        replica.passUntilRest();
        var first = store.content().current().certificate();
        assertThat(store.content().next().orElseThrow().trustedSince()).isPresent();

        clock.pass(Duration.ofMinutes(10));
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        replica.passUntilRest();
        assertThat(store.content().current().certificate()).isEqualTo(first);

        nanos.addAndGet(POLICY.settling().toNanos());
        replica.passUntilRest();
        assertThat(store.content().current().certificate()).isNotEqualTo(first);
    }

    /** It took everybody's authority for ended, put its own in the place, and dropped the trust of all others. */
    @Test
    void aReplicaWhoseClockIsAYearAheadTakesNobodysTrust() {
        var right = replica();
        var wrong = new Replica(store, POLICY, () -> clock.instant().plus(Duration.ofDays(366)));
        right.passUntilRest();
        clock.pass(POLICY.settling());
        for (int looks = 0; looks < 5; looks++) {
            wrong.pass();
            right.pass();
            assertTrusted(right);
        }
        wrong.passUntilRest();

        assertThat(wrong.keeper.state().whyNotReady(clock.instant().plus(Duration.ofDays(366))))
                .singleElement()
                .asString()
                .contains("this node's clock is wrong");
        assertThat(store.content().trusted().authorities())
                .containsExactly(right.served().orElseThrow().authority());
        assertThat(right.keeper.state().whyNotReady(clock.instant())).isEmpty();
        assertThat(store.writes).hasValue(3);
    }

    /** What one made that could not see the API server's clock, or an earlier version: nobody could sign by it for a year. */
    @Test
    void anAuthorityOfTheFutureIsReplaced() {
        var right = replica();
        right.passUntilRest();
        var issuer = new CertificateIssuer(POLICY, List.of("x"));
        var future = issuer.authority(clock.instant().plus(Duration.ofDays(366)));
        clock.pass(POLICY.settling());
        store.editSecret(
                AuthoritiesFormat.write(new Authorities(future, Optional.empty(), List.of(), Optional.empty())));
        var late = replica();

        for (int looks = 0; looks < 10; looks++) {
            late.pass();
            right.pass();
            assertTrusted(right);
        }

        assertThat(late.keeper.state().leaf()).isPresent();
        clock.pass(POLICY.settling());
        late.passUntilRest();
        right.passUntilRest();
        assertThat(List.of(late, right)).allSatisfy(replica -> {
            assertTrusted(replica);
            assertThat(replica.keeper.state().whyNotReady(clock.instant())).isEmpty();
            assertThat(replica.served().orElseThrow().authority())
                    .isEqualTo(store.content().current().certificate());
        });
    }

    @Test
    void saysThatACertificateHasYetToBegin() {
        var replica = replica();
        replica.passUntilRest();

        assertThat(replica.keeper.state().whyNotReady(clock.instant().minus(Duration.ofDays(2))))
                .containsExactly("the serving certificate begins at 2025-12-31T00:00:00Z by this node's clock");
    }

    @Test
    void putsALostCaBundleBack() {
        var replica = replica();
        replica.passUntilRest();
        store.editCaBundle(new byte[0]);

        replica.passUntilRest();

        assertThat(store.trustAsOf(clock.instant())).isEqualTo(store.content().trusted());
    }

    @Test
    void putsAnEditedCaBundleRight() {
        var replica = replica();
        replica.passUntilRest();
        var stranger = new CertificateIssuer(POLICY, List.of("x")).authority(clock.instant());
        store.editCaBundle(Pem.of(List.of(stranger.certificate())));

        replica.passUntilRest();

        assertThat(store.trustAsOf(clock.instant())).isEqualTo(store.content().trusted());
    }

    @Test
    void survivesTheLossOfTheSecretWithoutServingWhatIsNotTrusted() {
        var replicas = List.of(replica(), replica());
        replicas.forEach(Replica::passUntilRest);
        clock.pass(Duration.ofDays(1));
        var lost = store.content().current().certificate();
        store.deleteSecret();

        replicas.forEach(Replica::passUntilRest);
        assertThat(store.content().current().certificate()).isNotEqualTo(lost);
        replicas.forEach(this::assertTrusted);

        clock.pass(POLICY.settling());
        replicas.forEach(Replica::passUntilRest);
        replicas.forEach(this::assertTrusted);
        assertThat(replicas)
                .allSatisfy(replica -> assertThat(replica.served().orElseThrow().authority())
                        .isEqualTo(store.content().current().certificate()));
    }

    /** Five of them pushed out whose leaves were served, and all were trusted for a week. */
    @Test
    void strangersInTheCaBundleAreNotTakenOverWhenTheSecretGoes() {
        var replica = replica();
        replica.passUntilRest();
        var own = replica.served().orElseThrow().authority();
        clock.pass(Duration.ofDays(1));
        var issuer = new CertificateIssuer(POLICY, List.of("x"));
        var bundle = new ArrayList<>(TrustBundle.read(StrangeAuthority.pem()).authorities());
        for (int others = 0; others < 5; others++) {
            bundle.add(issuer.authority(clock.instant()).certificate());
        }
        bundle.add(own);
        store.editCaBundle(Pem.of(bundle));
        store.deleteSecret();

        replica.passUntilRest();

        assertTrusted(replica);
        assertThat(store.content().previous())
                .hasSize(Authorities.MOST_PREVIOUS)
                .startsWith(own)
                .doesNotContain(bundle.getFirst());
    }

    /** A backup, or what some tool has kept: whom all were served by was taken out of the caBundle in one step. */
    @Test
    void anOlderSecretThatComesBackTakesNobodysTrust() {
        var replicas = List.of(replica(), replica());
        replicas.forEach(Replica::passUntilRest);
        var backup = AuthoritiesFormat.write(store.content());
        rotate(replicas);
        var newer = store.content().current().certificate();
        assertThat(store.trustAsOf(clock.instant()).authorities()).containsExactly(newer);

        store.editSecret(backup);
        for (var end = clock.instant().plus(POLICY.leafLifetime().multipliedBy(2));
                clock.instant().isBefore(end);
                clock.pass(POLICY.settling()
                        .dividedBy(2)
                        .plusSeconds(clock.instant().getEpochSecond() % 7_000))) {
            for (var replica : replicas) {
                replica.passUntilRest();
                replicas.forEach(this::assertTrusted);
            }
        }

        assertThat(store.content().previous()).isEmpty();
        assertThat(store.trustAsOf(clock.instant()).contains(newer)).isFalse();
    }

    private void rotate(List<Replica> replicas) {
        for (var step : List.of(Duration.ofDays(250), POLICY.settling(), POLICY.settling(), POLICY.leafLifetime())) {
            clock.pass(step);
            replicas.forEach(Replica::passUntilRest);
        }
    }

    @Test
    void repairsASecretThatSomebodyBroke() {
        var replica = replica();
        replica.passUntilRest();
        store.editSecret(Map.of("ca.crt", new byte[] {1, 2, 3}));

        replica.passUntilRest();
        clock.pass(POLICY.settling());
        replica.passUntilRest();

        assertTrusted(replica);
    }

    @Test
    void startsOverWhenEverythingHasEnded() {
        var replica = replica();
        replica.passUntilRest();
        clock.pass(Duration.ofDays(2 * 365));

        replica.passUntilRest();

        assertThat(replica.keeper.state().whyNotReady(clock.instant())).isEmpty();
    }

    @Test
    void isReadyForAConfigurationThatIsNotThereYet() {
        store.deleteConfiguration();
        var replica = replica();
        replica.passUntilRest();

        assertThat(replica.keeper.state().whyNotReady(clock.instant())).isEmpty();
        assertThat(replica.keeper.state().isConfigured()).isFalse();
    }

    @Test
    void servesOnThroughAnOutageOfTheApiServer() {
        var replica = replica();
        replica.passUntilRest();
        store.available(false);
        clock.pass(Duration.ofDays(4));

        assertThatThrownBy(replica::pass).isInstanceOf(CertificateStore.StoreUnavailable.class);

        assertThat(replica.keeper.state().whyNotReady(clock.instant())).isEmpty();
    }

    @Test
    void renewsItsLeafWithAThirdOfItsLifeLeft() {
        var replica = replica();
        replica.passUntilRest();
        var first = replica.served().orElseThrow();
        clock.pass(Duration.ofDays(4));
        replica.passUntilRest();
        assertThat(replica.served()).contains(first);

        clock.pass(Duration.ofHours(20));
        replica.passUntilRest();

        assertThat(replica.served().orElseThrow()).isNotEqualTo(first);
        assertThat(store.writes).hasValue(3);
    }

    private static <T> List<T> shuffled(List<T> list, Random random) {
        var copy = new ArrayList<>(list);
        Collections.shuffle(copy, random);
        return copy;
    }

    private Replica replica() {
        return new Replica(store, POLICY, clock);
    }
}
