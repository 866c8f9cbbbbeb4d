// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.lifecycle;

import io.linkerd.multus.daemon.config.ExitCode;
import io.linkerd.multus.daemon.generated.ConfigLoop;
import io.linkerd.multus.service.clocks.Wakeups;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The life of the daemon: its start, the time in which it keeps the configuration and serves, and its end. */
public final class DaemonLife {
    private static final Logger log = LoggerFactory.getLogger(DaemonLife.class);

    /** Between two looks at the socket. Shims wait for a minute, in which the container is started anew. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final DaemonParts parts;
    private final Departure departure;
    private final Wakeups wakeups;
    private final LongSupplier nanos;
    private final RandomGenerator random;
    private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.STARTING);
    private final Thread keeping;

    /** Opened by a stop, and where the configuration is over. */
    private final CountDownLatch over = new CountDownLatch(1);

    private final CountDownLatch ended = new CountDownLatch(1);

    /** How far it is. */
    private enum Stage {
        STARTING,
        /** The configuration is kept. */
        KEEPING,
        /** The readiness indicator file is gone, and the configuration with it. */
        NETWORK_GONE,
        /** An error has ended the thread that keeps the configuration; requests are served. */
        BROKEN,
        ENDED
    }

    /** A life that has not begun; {@code wakeups} are signalled by nothing else. */
    public DaemonLife(
            DaemonParts parts, Departure departure, Wakeups wakeups, LongSupplier nanos, RandomGenerator random) {
        this.parts = parts;
        this.departure = departure;
        this.wakeups = wakeups;
        this.nanos = nanos;
        this.random = random;
        this.keeping = Thread.ofPlatform().name("configuration").unstarted(this::keep);
    }

    /** Lives; returns when all is over, with what the process has to end with. */
    public ExitCode run() throws InterruptedException {
        try {
            var failed = new DaemonStart(parts, wakeups, nanos).run();
            if (failed.isEmpty() && !wakeups.isStopped()) {
                stage.set(Stage.KEEPING);
                keeping.start();
                failed = untilOver();
            }
            return end(failed);
        } finally {
            stage.set(Stage.ENDED);
            ended.countDown();
        }
    }

    /** Asks for the end, as SIGTERM does; returns at once. From now on {@code /readyz} says no, and requests in work are finished. */
    public void stop() {
        wakeups.stop();
        parts.serving().ifPresent(Serving::beginStop);
        over.countDown();
    }

    /** {@return whether the end came within so long} */
    public boolean awaitEnd(Duration longest) throws InterruptedException {
        return ended.await(longest.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** {@return in plain words, what has to come about before pods get their networks; nothing when ready} */
    public List<String> whyNotReady() {
        return switch (stage.get()) {
            case STARTING -> {
                var waitsFor = parts.waitsFor();
                yield List.of("the daemon is starting" + (waitsFor.isEmpty() ? "" : ", and waits: " + waitsFor));
            }
            case KEEPING -> parts.keeper().state().whyNotReady();
            case NETWORK_GONE -> List.of("the readiness indicator file is gone");
            case BROKEN -> whyNotAlive();
            case ENDED -> List.of("the daemon has ended");
        };
    }

    /** {@return in plain words, what only a restart can mend; nothing when alive} */
    public List<String> whyNotAlive() {
        return stage.get() == Stage.BROKEN
                ? List.of("the thread that keeps the configuration has ended; see the log")
                : List.of();
    }

    /** {@return how the daemon ends where it has lost its socket, as one that could not have it} */
    private Optional<ExitCode> untilOver() throws InterruptedException {
        while (!over.await(BETWEEN_LOOKS.toNanos(), TimeUnit.NANOSECONDS)) {
            if (parts.serving().filter(Serving::isLost).isPresent() && !wakeups.isStopped()) {
                log.atError()
                        .log(
                                "another process has removed the daemon's socket; the daemon ends, to be started with a new one");
                stop();
                return Optional.of(ExitCode.SERVER_NOT_STARTED);
            }
        }
        return Optional.empty();
    }

    /** A daemon that has kept the configuration asks whether this is a removal. */
    private ExitCode end(Optional<ExitCode> failed) throws InterruptedException {
        boolean isNetworkGone = stage.get() == Stage.NETWORK_GONE;
        boolean hasKept = stage.get() != Stage.STARTING;
        parts.serving().ifPresent(Serving::beginStop);
        if ((failed.isEmpty() || hasKept) && !isNetworkGone) {
            depart();
        }
        for (var serving : parts.serving().stream().toList()) {
            serving.stop();
        }
        return failed.orElse(isNetworkGone ? ExitCode.READINESS_FILE_REMOVED : ExitCode.STOPPED);
    }

    private void depart() throws InterruptedException {
        if (keeping.getState() != Thread.State.NEW
                && !keeping.join(departure.times().change())) {
            log.atError().log("a change of the configuration hangs; it is left as it is");
            return;
        }
        departure.leave(parts.keeper());
    }

    private void keep() {
        try {
            if (ConfigLoop.run(parts.keeper(), wakeups, random) == ConfigLoop.End.READINESS_FILE_REMOVED) {
                stage.set(Stage.NETWORK_GONE);
                over.countDown();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            stage.set(Stage.BROKEN);
            log.atError().setCause(e).log("the configuration is not kept any more; requests are served");
            throw e;
        }
    }
}
