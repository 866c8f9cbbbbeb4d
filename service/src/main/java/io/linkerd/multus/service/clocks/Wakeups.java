// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.clocks;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes one thread: many signals are one, and one that comes before the wait is not lost. Once stopped, always stopped. */
public final class Wakeups {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean signalled;
    private boolean stopped;

    /** Says that something may have changed. */
    public void signal() {
        set(false);
    }

    /** Says that nobody is to wait any more, ever. */
    public void stop() {
        set(true);
    }

    /** {@return whether nobody is to wait any more} */
    public boolean isStopped() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for the next signal; not at all where there was one since the last such wait.
     *
     * @return whether there was a signal, or the stop, before the time was over
     */
    public boolean await(Duration longest) throws InterruptedException {
        return await(longest, true);
    }

    /** Waits for so long, or until the stop; signals are kept for later. */
    public void pause(Duration exactly) throws InterruptedException {
        await(exactly, false);
    }

    private void set(boolean stop) {
        lock.lock();
        try {
            signalled = true;
            stopped |= stop;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private boolean await(Duration longest, boolean heedSignals) throws InterruptedException {
        lock.lock();
        try {
            long left = longest.toNanos();
            while (!stopped && !(heedSignals && signalled) && left > 0) {
                left = changed.awaitNanos(left);
            }
            boolean told = stopped || signalled;
            if (heedSignals) {
                signalled = false;
            }
            return told;
        } finally {
            lock.unlock();
        }
    }
}
