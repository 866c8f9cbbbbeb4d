// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * An event loop's turn on a processor, which it ends itself after a while. Where two loops share one, the kernel would have either wait
 * for whole ticks of its clock, 4 ms as a rule, and with it everybody who asks there; in a pod only its own threads are given way to
 * (sched_yield acts within a control group).
 */
final class Turn {
    /** A quarter of a tick, and some thirty reviews to one system call. */
    static final Duration LENGTH = Duration.ofMillis(1);

    private final LongSupplier nanos;
    private final Runnable giveWay;
    private long began;

    Turn(LongSupplier nanos, Runnable giveWay) {
        this.nanos = nanos;
        this.giveWay = giveWay;
        this.began = nanos.getAsLong();
    }

    /** {@return the turn of the thread that runs this, by the system's clock} */
    @SuppressWarnings("ThreadPriorityCheck") // nothing waits for its effect
    static Turn ofThisThread() {
        return new Turn(System::nanoTime, Thread::yield);
    }

    /** Gives way where the turn has been long enough; called between one answer and the next. */
    void pass() {
        long now = nanos.getAsLong();
        if (now - began >= LENGTH.toNanos()) {
            began = now;
            giveWay.run();
        }
    }
}
