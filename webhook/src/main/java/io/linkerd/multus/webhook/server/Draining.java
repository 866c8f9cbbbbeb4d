// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** The time before a stop, in which this replica only serves what still comes. Once begun, always. */
@Singleton
public class Draining {
    /** Until endpoints, kube-proxies and API servers know that this replica is going: some seconds, where all is well. */
    private static final Duration ENDPOINTS = Duration.ofSeconds(5);

    /** Nobody has called for this long, so nobody will. */
    private static final Duration QUIET = Duration.ofSeconds(3);

    /** The kubelet kills after 30 s unless it is told otherwise. */
    private static final Duration LONGEST = Duration.ofSeconds(20);

    /** For answers under way, and for callers to take the last of them; with {@link #LONGEST} it is below the kubelet's 30 s. */
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(6);

    /** A connection may become idle without its end, where its answer began before this replica was told to stop. */
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    private final Guests guests;
    private final Sockets sockets;
    private final AtomicBoolean begun = new AtomicBoolean();

    Draining(Guests guests, Sockets sockets) {
        this.guests = guests;
        this.sockets = sockets;
    }

    /** Says that no new connections should come here any more. */
    public void begin() {
        begun.set(true);
    }

    /** Waits until nothing has come for a while, or for as long as anybody may. */
    public void awaitQuiet() throws InterruptedException {
        long start = System.nanoTime();
        var rest = rest(Duration.ZERO);
        while (rest.isPositive()) {
            Thread.sleep(rest);
            rest = rest(Duration.ofNanos(System.nanoTime() - start));
        }
    }

    /**
     * Accepts no more connections, and ends those that there are: each that is idle with a 503 that has an API server repeat what it sent at
     * that moment, each other one with its answer. Returns when all are closed, or after 6 s.
     */
    public void endConnections() throws InterruptedException {
        long start = System.nanoTime();
        sockets.stopAccepting();
        do {
            guests.dismissIdle();
        } while (!sockets.awaitClosed(LOOK_AGAIN) && System.nanoTime() - start < LAST_ANSWERS.toNanos());
    }

    boolean hasBegun() {
        return begun.get();
    }

    /** How much longer to serve at least, so long after the beginning of the end. */
    private Duration rest(Duration passed) {
        var quiet = QUIET.minus(guests.quietFor());
        var endpoints = ENDPOINTS.minus(passed);
        var wanted = quiet.compareTo(endpoints) > 0 ? quiet : endpoints;
        var allowed = LONGEST.minus(passed);
        return wanted.compareTo(allowed) < 0 ? wanted : allowed;
    }
}
