// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.lifecycle;

import io.linkerd.multus.installer.credentials.MintedTokens;
import io.linkerd.multus.installer.credentials.PluginTokens;
import io.linkerd.multus.installer.kube.NamedKubeconfigs;
import io.linkerd.multus.installer.node.NodeHold;
import io.linkerd.multus.installer.node.NodeKeeper;
import io.linkerd.multus.installer.platform.PlatformFinder;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.departure.DaemonSetWatch;
import io.linkerd.multus.service.departure.LastWait;
import io.linkerd.multus.service.files.DirectoryWatch;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads of the installer, from start to departure. */
@Singleton
public final class InstallerThreads {
    private static final Logger log = LoggerFactory.getLogger(InstallerThreads.class);

    private final NodeHold hold;
    private final NodeKeeper keeper;
    private final DirectoryWatch directories;
    private final PlatformFinder platform;
    private final PluginTokens tokens;
    private final Optional<DaemonSetWatch> daemonSet;
    private final NamedKubeconfigs named;
    private final Departure departure;
    private final Wakeups wakeups;
    private final Thread node = Thread.ofPlatform().name("node").unstarted(this::keep);
    private final List<Thread> essential = new ArrayList<>();
    private final List<Thread> helpers = new ArrayList<>();

    /** Threads that an error has ended, also one that is not {@link #essential} since it ends when its work is done. */
    private final Set<Thread> broken = ConcurrentHashMap.newKeySet();

    private final CountDownLatch ended = new CountDownLatch(1);

    InstallerThreads(
            NodeHold hold,
            NodeKeeper keeper,
            DirectoryWatch directories,
            PlatformFinder platform,
            PluginTokens tokens,
            Optional<DaemonSetWatch> daemonSet,
            NamedKubeconfigs named,
            Departure departure,
            Wakeups wakeups) {
        this.hold = hold;
        this.keeper = keeper;
        this.directories = directories;
        this.platform = platform;
        this.tokens = tokens;
        this.daemonSet = daemonSet;
        this.named = named;
        this.departure = departure;
        this.wakeups = wakeups;
    }

    /** Starts all threads and returns. */
    public synchronized void start() {
        if (wakeups.isStopped()) {
            return;
        }
        essential.add(start("files", directories));
        if (tokens instanceof MintedTokens minted) {
            essential.add(start("tokens", minted));
        }
        daemonSet.ifPresent(watch -> essential.add(start("daemon-set", watch)));
        start("platform", platform); // ends when it has its answer
        start("kubeconfigs", named); // so does this
        node.start();
    }

    /** Waits until the node is kept no more, which comes by {@link #leave} alone, or by an error that must not be survived. */
    public void awaitEnd() throws InterruptedException {
        ended.await();
    }

    /** Stops working on the node, then leaves it in order; returns within the time that the kubelet gives. */
    public void leave() {
        var time = Deadline.in(LastWait.ALL.longest(), System::nanoTime);
        synchronized (this) {
            wakeups.stop();
        }
        try {
            if (!hold.isTaken()) {
                node.interrupt(); // it waits for another installer to give the node up
            }
            node.join(LastWait.KEEPER.longest());
            if (node.isAlive()) {
                log.atError().log("a change of the node hangs; leaving it to the kernel, and the node as it is");
                return;
            }
            departure.leave(time);
            endHelpers();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** {@return which threads have ended that should run} */
    synchronized List<String> whyNotAlive() {
        return Stream.of(Stream.of(node), essential.stream(), broken.stream())
                .flatMap(threads -> threads)
                .distinct()
                .filter(thread -> !thread.isAlive())
                .map(thread -> "the thread " + thread.getName() + " has ended; see the log")
                .toList();
    }

    /** Who has never asked about the DaemonSet cannot tell an uninstall from an upgrade when the end comes. */
    List<String> whyNotReady() {
        return daemonSet.filter(watch -> !watch.knowledge().asked()).stream()
                .map(_ -> "the API server has not been asked about our DaemonSet yet")
                .toList();
    }

    private void keep() {
        try {
            if (hold.take(wakeups)) {
                keeper.run();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            log.atError().setCause(e).log("the installer cannot go on; the node stays as it is");
            throw e;
        } finally {
            ended.countDown();
        }
    }

    private Thread start(String name, Runnable work) {
        var thread = Thread.ofVirtual().name(name).start(() -> {
            try {
                work.run();
            } catch (Throwable e) {
                broken.add(Thread.currentThread());
                log.atError()
                        .addKeyValue("thread", name)
                        .setCause(e)
                        .log("a thread has ended by an error; not live any more");
                throw e;
            }
        });
        helpers.add(thread);
        return thread;
    }

    /** The departure asks the watch on the DaemonSet until its end. */
    private synchronized void endHelpers() {
        helpers.forEach(Thread::interrupt);
    }
}
