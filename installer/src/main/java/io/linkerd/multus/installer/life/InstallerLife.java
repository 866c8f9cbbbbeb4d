// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.life;

import io.linkerd.multus.installer.credentials.MintedTokens;
import io.linkerd.multus.installer.kube.DaemonSetWatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads of the installer, from start to departure. */
public final class InstallerLife {
    private static final Logger LOG = LoggerFactory.getLogger(InstallerLife.class);
    private static final Duration WAIT_FOR_KEEPER = Duration.ofSeconds(8);

    private final Crew crew;
    private final Wakeups wakeups;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final List<Thread> essential = new ArrayList<>();
    private final List<Thread> helpers = new ArrayList<>();
    private final Thread keeper;

    /** Everybody who works here. */
    record Crew(
            NodeHold hold,
            NodeKeeper keeper,
            DirectoryWatch files,
            PlatformFinder platform,
            Optional<MintedTokens> tokens,
            Optional<DaemonSetWatch> daemonSet,
            Departure departure) {}

    InstallerLife(Crew crew, Wakeups wakeups) {
        this.crew = crew;
        this.wakeups = wakeups;
        this.keeper = Thread.ofPlatform().name("node").unstarted(this::keep);
    }

    /** Starts all threads and returns. */
    public synchronized void start() {
        if (wakeups.isStopped()) {
            return;
        }
        essential.add(help("files", crew.files()));
        crew.tokens().ifPresent(tokens -> essential.add(help("tokens", tokens)));
        crew.daemonSet().ifPresent(watch -> essential.add(help("daemon-set", watch)));
        helpers.add(help("platform", crew.platform())); // ends when it has its answer
        keeper.start();
    }

    /** Whether every thread that should run does. */
    public synchronized boolean isAlive() {
        return keeper.isAlive() && essential.stream().allMatch(Thread::isAlive);
    }

    /** Waits until the keeper has ended, which it does only at {@link #leave} or by an error that must not be survived. */
    public void awaitEnd() throws InterruptedException {
        ended.await();
    }

    /** Stops working on the node, then leaves it in order; returns within the time that the kubelet gives. */
    public void leave() {
        synchronized (this) {
            wakeups.stop();
        }
        try {
            if (!crew.hold().isTaken()) {
                keeper.interrupt(); // it waits for another installer to give the node up
            }
            keeper.join(WAIT_FOR_KEEPER);
            if (keeper.isAlive()) {
                LOG.atError().log("a change of the node hangs; leaving it to the kernel, and the node as it is");
                return;
            }
            crew.departure().leave();
            endHelpers();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * What has to be known before this process may be counted on, and is not: who has never asked about the DaemonSet cannot tell an
     * uninstall from an upgrade when the end comes.
     */
    Optional<String> notKnown() {
        return crew.daemonSet()
                .filter(watch -> !watch.knowledge().asked())
                .map(_ -> "the API server has not been asked about our DaemonSet yet");
    }

    Optional<DaemonSetWatch> daemonSetWatch() {
        return crew.daemonSet();
    }

    private void keep() {
        try {
            if (crew.hold().take(wakeups)) {
                crew.keeper().run();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            LOG.atError().setCause(e).log("the installer cannot go on; the node stays as it is");
            throw e;
        } finally {
            ended.countDown();
        }
    }

    private synchronized void endHelpers() {
        essential.forEach(Thread::interrupt);
        helpers.forEach(Thread::interrupt);
    }

    private static Thread help(String name, Runnable work) {
        return Thread.ofVirtual().name(name).start(() -> {
            try {
                work.run();
            } catch (Throwable e) {
                LOG.atError()
                        .addKeyValue("thread", name)
                        .setCause(e)
                        .log("a thread has ended by an error; not live any more");
                throw e;
            }
        });
    }
}
