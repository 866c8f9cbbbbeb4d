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

    private final Guests guests;
    private final AtomicBoolean begun = new AtomicBoolean();

    Draining(Guests guests) {
        this.guests = guests;
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
