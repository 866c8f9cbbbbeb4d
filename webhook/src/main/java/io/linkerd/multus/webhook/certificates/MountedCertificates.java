// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.webhook.settings.CertificateSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at certificates that somebody else makes: when their folder changes, and every few seconds. */
final class MountedCertificates implements Certificates, Runnable {
    private static final Logger log = LoggerFactory.getLogger(MountedCertificates.class);

    /** A look reads three small files. What a watch misses, or where there is none, is found by it. */
    private static final Duration LOOK = Duration.ofSeconds(10);

    /** Until a call to ourselves goes well. */
    private static final Duration ONE_SECOND = Duration.ofSeconds(1);

    /** Whoever writes files one after the other is given the time to finish; a kubelet's swap needs none. */
    private static final Duration QUIET = Duration.ofMillis(100);

    private static final Duration STUCK = Duration.ofMinutes(5);

    private final MountedKeeper keeper;
    private final SelfCheck selfCheck;
    private final Clocks clocks;
    private final CertificateMetrics metrics;
    private final Wakeups wakeups = new Wakeups();
    private final FolderWatch watch;
    private final Thread thread;
    private final AtomicLong lastLook;
    private final AtomicBoolean ended = new AtomicBoolean();

    MountedCertificates(
            CertificateSource source,
            MountedKeeper keeper,
            SelfCheck selfCheck,
            Clocks clocks,
            CertificateMetrics metrics) {
        this.keeper = keeper;
        this.selfCheck = selfCheck;
        this.clocks = clocks;
        this.metrics = metrics;
        this.watch = new FolderWatch(source.directory(), wakeups);
        this.thread = Thread.ofVirtual().name("certificates").unstarted(this);
        this.lastLook = new AtomicLong(clocks.nanos().getAsLong());
    }

    @Override
    public void start() {
        thread.start();
        Thread.ofVirtual().name("watch").start(watch);
    }

    @Override
    public void wake() {
        wakeups.signal();
    }

    @Override
    public List<String> whyNotReady() {
        var nothingGood = keeper.whyNotReady();
        return nothingGood.isEmpty() ? selfCheck.whyNotReady() : nothingGood;
    }

    @Override
    public List<String> whyNotAlive() {
        if (ended.get() && !wakeups.isStopped()) {
            return List.of("the thread that looks after certificates has ended");
        }
        var silence = Duration.ofNanos(clocks.nanos().getAsLong() - lastLook.get());
        return silence.compareTo(STUCK) > 0
                ? List.of("certificates have not been looked after for " + silence)
                : List.of();
    }

    @Override
    public void run() {
        try {
            while (!wakeups.isStopped()) {
                boolean proven = look();
                lastLook.set(clocks.nanos().getAsLong());
                if (wakeups.await(proven ? LOOK : ONE_SECOND)) {
                    wakeups.pause(QUIET);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            ended.set(true);
        }
    }

    /** False where this replica still has to call itself once more. */
    private boolean look() {
        try {
            keeper.look();
            return keeper.served()
                    .map(served -> selfCheck.prove(served.leaf(), keeper.trusted(served)))
                    .orElse(true);
        } catch (RuntimeException | Error bug) {
            // The edge of the loop: one look may fail, looking after certificates may not end.
            log.atError().setCause(bug).log("a look at certificates failed, trying again; please report this");
            metrics.unavailable();
            return true;
        }
    }

    /** With certificates of others there is no right to the configurations. */
    @Override
    public void leaveNoConfigurationBehind() {}

    @Override
    public void close() {
        wakeups.stop();
        watch.close();
    }
}
