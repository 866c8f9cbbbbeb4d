// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds how many bytes of requests are in memory at once, whatever is sent by whomever, and knows when the last request was answered.
 */
@Singleton
class InFlight {
    /** Two of the largest requests, or some thousand usual ones of 10 KiB. */
    static final int BUDGET = 2 * AdmissionLimits.MAX_REQUEST;

    /** An API server gives up after 10 s unless it is told otherwise; an honest burst is through in a fraction of this. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final Semaphore bytes = new Semaphore(BUDGET, true);
    private final AtomicLong lastDone = new AtomicLong(System.nanoTime());

    /** Memory that a request holds until it is answered. */
    final class Share implements AutoCloseable {
        private final int size;

        private Share(int size) {
            this.size = size;
        }

        @Override
        public void close() {
            lastDone.set(System.nanoTime());
            bytes.release(size);
        }
    }

    /**
     * Takes a share of the budget, after a wait if need be.
     *
     * @throws Overloaded if there is none in time
     */
    Share take(int size) throws Overloaded, InterruptedException {
        if (!bytes.tryAcquire(size, PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new Overloaded();
        }
        return new Share(size);
    }

    /** {@return for how long nothing has been going on; zero while something is} */
    Duration quietFor() {
        return bytes.availablePermits() < BUDGET ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - lastDone.get());
    }

    /** There is more to read than there is memory for. */
    static final class Overloaded extends Exception {
        private static final long serialVersionUID = 1L;
    }
}
