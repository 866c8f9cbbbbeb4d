// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.clocks;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes one thread: many signals are one, and one that comes before the wait is not lost. Once stopped, always stopped. */
public final class Wakeups implements Waits {
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

    @Override
    public boolean isStopped() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean await(Duration longest) throws InterruptedException {
        return await(longest, true);
    }

    @Override
    public void pause(Duration exactly) throws InterruptedException {
        await(exactly, false);
    }

    /** Returns once the signal that there was has been taken up, or the time is over; until then another one would say nothing new. */
    public void awaitTaken(Duration longest) throws InterruptedException {
        lock.lock();
        try {
            long left = longest.toNanos();
            while (!stopped && signalled && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
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
            if (heedSignals && signalled) {
                signalled = false;
                changed.signalAll();
            }
            return told;
        } finally {
            lock.unlock();
        }
    }
}
