// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A cluster with some replicas, as a history happens to it, and what must be true after every moment of it.
 *
 * <p>Clocks are wrong by so much and stay so. A replica stands still in the middle of a look for two days at most: one that does so for
 * five minutes is not alive any more, and its leaf has more than two days left.
 */
final class CertificateHistory implements AutoCloseable {
    private static final CertificatePolicy POLICY = CertificatePolicy.STANDARD;
    private static final Duration LONGEST_STALL = Duration.ofDays(2);
    private static final Duration DAY = Duration.ofDays(1);

    private final VirtualClock clock = new VirtualClock();
    private final InMemoryCertificateStore store = new InMemoryCertificateStore(clock);
    private final List<SteppedReplica> replicas = new ArrayList<>();
    private final Map<SteppedReplica, Instant> stalledSince = new HashMap<>();
    private Instant lastWork = clock.instant();
    private final Set<X509> made = new HashSet<>();
    /** Those who have not looked from beginning to end since somebody took trust away. */
    private final Set<SteppedReplica> excused = new HashSet<>();

    CertificateHistory(List<Duration> skews) {
        skews.forEach(skew -> replicas.add(replica(skew)));
        replicas.forEach(SteppedReplica::settle);
        verify();
    }

    private SteppedReplica replica(Duration skew) {
        return new SteppedReplica(store, POLICY, InstantSource.offset(clock, skew));
    }

    void step(int number) {
        var replica = replicas.get(number % replicas.size());
        replica.step();
        if (!replica.isStalled()) {
            stalledSince.remove(replica);
        } else {
            stalledSince.putIfAbsent(replica, clock.instant());
        }
        verify();
    }

    /** A while, in which nobody has to look; not so long that nobody has looked for a day. */
    void passTime(Duration time) {
        clock.pass(time);
        if (clock.instant().isAfter(lastWork.plus(DAY))) {
            work();
        }
    }

    /** Days on which all work but those who stand still. */
    void live(int days) {
        for (int day = 0; day < days; day++) {
            clock.pass(DAY);
            work();
        }
    }

    /** Everybody looks, and once more when API servers have had their time: that is when a rest is over that began with a look. */
    private void work() {
        release();
        look();
        clock.pass(POLICY.settling());
        look();
        lastWork = clock.instant();
        verify();
    }

    private void look() {
        replicas.stream().filter(replica -> !replica.isStalled()).forEach(this::settle);
    }

    void deleteSecret() {
        store.deleteSecret();
        verify();
    }

    void breakSecret() {
        store.editSecret(Map.of("ca.crt", new byte[] {1, 2, 3}));
        verify();
    }

    void deleteCaBundle() {
        store.editCaBundle(new byte[0]);
        excused.addAll(replicas);
        verify();
    }

    void deleteBoth() {
        store.deleteSecret();
        deleteCaBundle();
    }

    /** By whoever uninstalls; and put there again, by whoever installs. */
    void replaceConfiguration() {
        store.deleteConfiguration();
        replicas.stream().filter(replica -> !replica.isStalled()).forEach(SteppedReplica::settle);
        excused.addAll(replicas);
        store.editCaBundle(new byte[0]);
        verify();
    }

    /** One replica dies where it stands, and another takes its place with a clock as wrong. */
    void restart(int number, Duration skew) {
        int index = number % replicas.size();
        var dead = replicas.get(index);
        dead.close();
        stalledSince.remove(dead);
        excused.remove(dead);
        replicas.set(index, replica(skew));
        verify();
    }

    /** Nothing happens any more but time, until everybody agrees. */
    void end() {
        replicas.forEach(SteppedReplica::finish);
        stalledSince.clear();
        for (int round = 0; round < 5; round++) {
            replicas.forEach(this::settle);
            verify();
            clock.pass(POLICY.settling().multipliedBy(2));
        }
        for (int day = 0; day < 30 && !isOver(); day++) {
            live(1);
        }
        var content = store.content();
        assertThat(content.previous()).as("whom nobody needs any more").isEmpty();
        assertThat(bundle()).isEqualTo(content.trusted());
        assertThat(replicas)
                .allSatisfy(replica -> assertThat(replica.served().orElseThrow().authority())
                        .isEqualTo(content.current().certificate()))
                .allSatisfy(replica ->
                        assertThat(replica.state().whyNotReady(clock.instant())).isEmpty());
    }

    private boolean isOver() {
        return store.content().previous().isEmpty() && store.content().next().isEmpty();
    }

    private void settle(SteppedReplica replica) {
        replica.settle();
        excused.remove(replica);
    }

    private void release() {
        stalledSince.entrySet().removeIf(stalled -> {
            boolean over = clock.instant()
                    .isAfter(stalled.getValue().plus(LONGEST_STALL).minus(DAY));
            if (over) {
                stalled.getKey().settle();
                excused.remove(stalled.getKey());
            }
            return over;
        });
    }

    private void verify() {
        if (store.secret() instanceof Observed.SecretReading.Present(var _, var content)) {
            made.addAll(content.trusted().authorities());
        }
        assertThat(made).as("nobody is trusted who is not of us").containsAll(bundle().authorities());
        assertThat(bundle().authorities()).hasSizeLessThanOrEqualTo(2 + Authorities.MOST_PREVIOUS);
        replicas.stream()
                .filter(replica -> replica.served().isPresent() && !excused.contains(replica))
                .forEach(this::verify);
    }

    private void verify(SteppedReplica replica) {
        var leaf = replica.served().orElseThrow();
        if (!replica.isReadBack()) {
            return;
        }
        assertThat(bundle().authorities()).as("whom API servers trust").contains(leaf.authority());
        assertThat(leaf.certificate().isValid(clock.instant()))
                .as("%s is valid at %s", leaf.certificate().notAfter(), clock.instant())
                .isTrue();
    }

    private TrustBundle bundle() {
        return store.trustAsOf(clock.instant());
    }

    @Override
    public void close() {
        replicas.forEach(SteppedReplica::close);
    }
}
