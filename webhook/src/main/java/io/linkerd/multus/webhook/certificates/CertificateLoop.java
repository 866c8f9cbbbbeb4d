// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.retry.Backoff;
import io.linkerd.multus.service.retry.Fight;
import io.linkerd.multus.webhook.certificates.CertificateKeeper.Pass;
import io.linkerd.multus.webhook.certificates.CertificateStep.Rest;
import io.linkerd.multus.webhook.certificates.CertificateStep.Trust;
import io.linkerd.multus.webhook.certificates.CertificateStep.Write;
import io.linkerd.multus.webhook.certificates.CertificateStore.WriteResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets the keeper look on every event, when something falls due, and at least once a minute. */
final class CertificateLoop implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(CertificateLoop.class);

    /** Time between looks at least, where nothing happens; also between calls to ourselves until one goes well. */
    private static final Duration ONE_SECOND = Duration.ofSeconds(1);

    /** It looks once a minute, and each look ends within three calls, and as many for each further configuration. */
    private static final Duration STUCK = Duration.ofMinutes(5);

    /** Of writes of the {@code caBundle}: a rotation needs two. A writer that keeps undoing them is met every 30 s at most. */
    private static final Fight.Manners MANNERS = new Fight.Manners(5, Backoff.AGAIN);

    private final CertificateKeeper keeper;
    private final SelfCheck selfCheck;
    private final Wakeups wakeups;
    private final Clocks clocks;
    private final CertificateMetrics metrics;
    private final List<FurtherTrust> further;
    private final AtomicReference<Status> status;
    private final AtomicBoolean ended = new AtomicBoolean();

    /**
     * How the loop does.
     *
     * @param lastPass when it last looked, in nanoseconds
     * @param failure why it could not, empty where it could
     */
    private record Status(long lastPass, Optional<String> failure) {}

    /** How many passes in a row failed, and those that wrote the {@code caBundle}. */
    private record Series(int failures, Fight trustWrites) {
        Series failed() {
            return new Series(failures + 1, trustWrites);
        }
    }

    CertificateLoop(
            CertificateKeeper keeper,
            SelfCheck selfCheck,
            Wakeups wakeups,
            Clocks clocks,
            CertificateMetrics metrics,
            List<FurtherTrust> further) {
        this.further = List.copyOf(further);
        this.keeper = keeper;
        this.selfCheck = selfCheck;
        this.wakeups = wakeups;
        this.clocks = clocks;
        this.metrics = metrics;
        this.status = new AtomicReference<>(now(Optional.empty()));
    }

    /** {@return why it could not look; nothing where it could} */
    Optional<String> failure() {
        return status.get().failure();
    }

    /** {@return in plain words, what has stopped and must never; nothing where nothing has} */
    List<String> whyNotAlive() {
        if (ended.get() && !wakeups.isStopped()) {
            return List.of("the thread that looks after certificates has ended");
        }
        var silence = Duration.ofNanos(clocks.nanos().getAsLong() - status.get().lastPass());
        return silence.compareTo(STUCK) > 0
                ? List.of("certificates have not been looked after for " + silence)
                : List.of();
    }

    @Override
    public void run() {
        var series = new Series(0, noFight());
        try {
            while (!wakeups.isStopped()) {
                series = look(series);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            ended.set(true);
        }
    }

    private Series look(Series series) throws InterruptedException {
        try {
            var pass = keeper.pass();
            boolean proven = prove();
            status.set(now(Optional.empty()));
            // Also in the middle of a fight over the first one, which may never end.
            further.forEach(FurtherTrust::keep);
            return after(pass, proven, series);
        } catch (CertificateStore.StoreUnavailable unavailable) {
            return failed(unavailable, series);
        } catch (RuntimeException | Error bug) {
            // The edge of the loop: one pass may fail, looking after certificates may not end. What cannot be caught
            // ends the process.
            log.atError().setCause(bug).log("a look at certificates failed, trying again; please report this");
            return failed(bug, series);
        }
    }

    private Series after(Pass pass, boolean proven, Series series) throws InterruptedException {
        if (pass.result().equals(Optional.of(WriteResult.LOST_RACE))) {
            wakeups.await(pause(series.failures() + 1));
            return series.failed();
        }
        return switch (pass.step()) {
            case Rest(var until) -> {
                var rest = between(ONE_SECOND, Duration.between(clocks.wall().instant(), until));
                boolean woken = wakeups.await(proven ? rest : ONE_SECOND);
                yield new Series(0, woken ? series.trustWrites() : noFight());
            }
            case Trust _ -> new Series(0, trustWritten(series.trustWrites()));
            case Write _ -> new Series(0, series.trustWrites());
        };
    }

    /** False where this replica still has to call itself once more. */
    private boolean prove() {
        var state = keeper.state();
        return !state.whyNotReady(clocks.wall().instant()).isEmpty()
                || state.leaf()
                        .map(leaf -> selfCheck.prove(leaf.certificate(), state.trustedByCallers()))
                        .orElse(true);
    }

    private Fight trustWritten(Fight before) throws InterruptedException {
        var fight = before.written(clocks.nanos().getAsLong());
        if (fight.isOn()) {
            log.atWarn()
                    .addKeyValue("writes", fight.writes())
                    .log("another writer keeps undoing our caBundle; writing it less often");
            wakeups.pause(fight.pause(ThreadLocalRandom.current()));
        }
        return fight;
    }

    private Fight noFight() {
        return Fight.none(MANNERS, clocks.nanos().getAsLong());
    }

    private Series failed(Throwable unavailable, Series series) throws InterruptedException {
        metrics.unavailable();
        status.set(now(Optional.of(String.valueOf(unavailable.getMessage()))));
        var failed = series.failed();
        var pause = pause(failed.failures());
        var line = failed.failures() == 1 ? log.atWarn() : log.atDebug();
        line.addKeyValue("reason", unavailable.getMessage())
                .addKeyValue("retryIn", pause)
                .log("cannot look after certificates, what is served stays");
        wakeups.await(pause);
        return failed;
    }

    private Status now(Optional<String> failure) {
        return new Status(clocks.nanos().getAsLong(), failure);
    }

    /** Jitter keeps replicas out of step. */
    private static Duration pause(int failures) {
        return Backoff.AGAIN.after(failures, ThreadLocalRandom.current());
    }

    private static Duration between(Duration least, Duration wanted) {
        return wanted.compareTo(least) < 0 ? least : wanted;
    }
}
