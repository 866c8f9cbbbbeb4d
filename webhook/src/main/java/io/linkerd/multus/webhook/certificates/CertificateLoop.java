// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.webhook.certificates.CertificateKeeper.Outcome;
import io.linkerd.multus.webhook.certificates.CertificateStore.WriteResult;
import io.linkerd.multus.webhook.cluster.Wakeups;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets the keeper look on every event, when something falls due, and at least once a minute. */
final class CertificateLoop implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(CertificateLoop.class);

    /** A writer that keeps undoing our {@code caBundle} is met this often at most. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** Time between looks at least, where nothing happens; also between calls to ourselves until one goes well. */
    private static final Duration ONE_SECOND = Duration.ofSeconds(1);

    /** Writes of the {@code caBundle} in a row before somebody else is suspected of undoing them: a rotation needs two. */
    private static final int PATIENCE = 5;

    private final CertificateKeeper keeper;
    private final SelfCheck selfCheck;
    private final Wakeups wakeups;
    private final InstantSource clock;
    private final CertificateMetrics metrics;
    private final AtomicReference<Status> status;

    /**
     * How the loop does.
     *
     * @param lastPass when it last looked
     * @param failure why it could not, empty where it could
     */
    record Status(java.time.Instant lastPass, Optional<String> failure) {}

    /** What makes the loop look: events, and the time. */
    record Rhythm(Wakeups wakeups, InstantSource clock) {}

    CertificateLoop(CertificateKeeper keeper, SelfCheck selfCheck, Rhythm rhythm, CertificateMetrics metrics) {
        this.keeper = keeper;
        this.selfCheck = selfCheck;
        this.wakeups = rhythm.wakeups();
        this.clock = rhythm.clock();
        this.metrics = metrics;
        this.status = new AtomicReference<>(new Status(clock.instant(), Optional.empty()));
    }

    Status status() {
        return status.get();
    }

    @Override
    public void run() {
        var pauses = new Pauses(0, 0);
        try {
            while (!Thread.currentThread().isInterrupted()) {
                wakeups.forget();
                pauses = step(pauses);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** How many passes in a row failed, and how many wrote the {@code caBundle}. */
    private record Pauses(int failures, int trustWrites) {}

    private Pauses step(Pauses pauses) throws InterruptedException {
        try {
            Outcome outcome = keeper.pass();
            boolean proven = prove();
            status.set(new Status(clock.instant(), Optional.empty()));
            return after(outcome, proven, pauses);
        } catch (CertificateStore.StoreUnavailable unavailable) {
            return failed(unavailable, pauses);
        } catch (RuntimeException bug) {
            // The edge of the loop: one pass may fail, looking after certificates may not end.
            log.atError().setCause(bug).log("a look at certificates failed, trying again; please report this");
            return failed(bug, pauses);
        }
    }

    private Pauses after(Outcome outcome, boolean proven, Pauses pauses) throws InterruptedException {
        return switch (outcome) {
            case Outcome.RestUntil(var until) -> {
                Duration rest = between(ONE_SECOND, Duration.between(clock.instant(), until));
                boolean woken = wakeups.await(proven ? rest : ONE_SECOND);
                yield new Pauses(0, woken ? pauses.trustWrites() : 0);
            }
            case Outcome.Tried(var _, var result)
            when result == WriteResult.LOST_RACE -> {
                wakeups.await(pause(pauses.failures() + 1));
                yield new Pauses(pauses.failures() + 1, pauses.trustWrites());
            }
            case Outcome.Tried(var trust, var _) ->
                new Pauses(0, trust ? trustWritten(pauses.trustWrites() + 1) : pauses.trustWrites());
        };
    }

    /** False where this replica still has to call itself once more. */
    private boolean prove() {
        CertificateState state = keeper.state();
        return state.whyNotTrusted(clock.instant()).isPresent()
                || state.leaf()
                        .map(leaf -> selfCheck.prove(leaf, state.trusted()))
                        .orElse(true);
    }

    private static int trustWritten(int writes) throws InterruptedException {
        if (writes > PATIENCE) {
            log.atWarn()
                    .addKeyValue("writes", writes)
                    .log("somebody keeps undoing our caBundle, writing it less often");
            Thread.sleep(pause(writes - PATIENCE));
        }
        return writes;
    }

    private Pauses failed(RuntimeException unavailable, Pauses pauses) throws InterruptedException {
        metrics.unavailable();
        status.set(new Status(clock.instant(), Optional.of(String.valueOf(unavailable.getMessage()))));
        int failures = pauses.failures() + 1;
        Duration pause = pause(failures);
        var line = failures == 1 ? log.atWarn() : log.atDebug();
        line.addKeyValue("reason", unavailable.getMessage())
                .addKeyValue("retryIn", pause)
                .log("cannot look after certificates, what is served stays");
        wakeups.await(pause);
        return new Pauses(failures, pauses.trustWrites());
    }

    /** 100 ms doubled each time, half of it by chance, so that replicas do not march in step. */
    private static Duration pause(int attempt) {
        long longest = Math.min(LONGEST_PAUSE.toMillis(), 100L << Math.min(attempt - 1, 16));
        return Duration.ofMillis(longest / 2 + ThreadLocalRandom.current().nextLong(longest / 2 + 1));
    }

    private static Duration between(Duration least, Duration wanted) {
        return wanted.compareTo(least) < 0 ? least : wanted;
    }
}
