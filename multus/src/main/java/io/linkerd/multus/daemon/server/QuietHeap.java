// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.linkerd.multus.service.clocks.Waits;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Gives the memory that a burst of requests took back to the node once it is over. The JVM's collector lets the heap grow to its limit before it
 * collects all of it, and on a quiet node never does.
 */
public final class QuietHeap {
    /** A burst is over when nothing was finished from one look to the next. */
    private static final Duration LOOK = Duration.ofSeconds(10);

    private final LongSupplier finished;
    private final Runnable collection;
    private long seen;
    private long collectedAt;

    /**
     * One that has not looked yet.
     *
     * @param finished how many requests were until now
     * @param collection collects all of the heap, tens of milliseconds
     */
    QuietHeap(LongSupplier finished, Runnable collection) {
        this.finished = finished;
        this.collection = collection;
    }

    /** Looks until the waits are stopped. */
    public static void keep(RequestMetrics metrics, Waits waits) throws InterruptedException {
        var heap = new QuietHeap(metrics::worked, System::gc);
        while (!waits.isStopped()) {
            waits.pause(LOOK);
            heap.look();
        }
    }

    void look() {
        long now = finished.getAsLong();
        if (now == seen && now != collectedAt) {
            collection.run();
            collectedAt = now;
        }
        seen = now;
    }
}
