// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Lets any thread tell one waiting thread that it is worth looking again; many tellings count as one. */
public final class Wakeups {
    private final Semaphore tokens = new Semaphore(0);

    /** Wakes the waiting thread, or spares it its next wait. */
    public void wake() {
        tokens.release();
    }

    /** Forgets what was told so far; call it before looking, so that what is told while looking counts. */
    public void forget() {
        tokens.drainPermits();
    }

    /** Waits until told, or until the time is over; true where it was told. */
    public boolean await(Duration atMost) throws InterruptedException {
        return tokens.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }
}
