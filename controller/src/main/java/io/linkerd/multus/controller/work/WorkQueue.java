// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.work;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A {@link KeyLine} for many threads, on the monotonic clock of the process. */
final class WorkQueue<K> implements AutoCloseable {
    /** Longest sleep without a due key; a signal ends it earlier. */
    private static final long LONGEST_WAIT_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final KeyLine<K> line = new KeyLine<>();
    private boolean closed;

    void add(K key) {
        lock.lock();
        try {
            line.add(key);
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    void addAfter(K key, Duration delay) {
        lock.lock();
        try {
            line.addAt(key, System.nanoTime() + delay.toNanos());
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the next key; empty once the queue is closed. */
    Optional<K> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed) {
                long now = System.nanoTime();
                Optional<K> key = line.poll(now);
                if (key.isPresent()) {
                    return key;
                }
                var due = line.nextDue();
                long wait = due.isPresent() ? due.getAsLong() - now : LONGEST_WAIT_NANOS;
                long ignored = changed.awaitNanos(Math.min(wait, LONGEST_WAIT_NANOS));
            }
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    void done(K key) {
        lock.lock();
        try {
            line.done(key);
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    int length() {
        lock.lock();
        try {
            return line.length();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
