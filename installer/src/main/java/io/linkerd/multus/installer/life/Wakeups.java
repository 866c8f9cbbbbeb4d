// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.life;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes one thread: many signals are one, and one that comes before the wait is not lost. */
final class Wakeups {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean signalled;
    private boolean stopped;

    /** Something may have changed. */
    void signal() {
        set(false);
    }

    /** Nobody is to wait any more, ever. */
    void stop() {
        set(true);
    }

    boolean isStopped() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    /** Returns at the next signal, at once if there was one since the last return, or after so long. */
    void await(Duration longest) throws InterruptedException {
        await(longest, true);
    }

    /** Returns after so long, or at the stop; signals are kept for later. */
    void pause(Duration exactly) throws InterruptedException {
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

    private void await(Duration longest, boolean heedSignals) throws InterruptedException {
        lock.lock();
        try {
            long left = longest.toNanos();
            while (!stopped && !(heedSignals && signalled) && left > 0) {
                left = changed.awaitNanos(left);
            }
            if (heedSignals) {
                signalled = false;
            }
        } finally {
            lock.unlock();
        }
    }
}
