// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.reconcile;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/** The work from one start of a loop to its stop: {@link PendingKeys} for many threads, and as many workers as they need. */
final class Shift<K> {
    private interface Adding<K> {
        void add(PendingKeys<K> keys, K key, long nowNanos);
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition workerLeft = lock.newCondition();
    private final PendingKeys<K> keys = new PendingKeys<>();
    private final Set<Thread> workers = new HashSet<>();
    private final int mostWorkers;
    private final Scheduler scheduler;
    private final Function<K, Optional<Duration>> work;
    /** Workers that were called, whether their thread runs yet or not. */
    private int called;

    private boolean ended;

    /** {@code work} is done on one key, never throws, and says when the key has to come again. */
    Shift(int mostWorkers, Scheduler scheduler, Function<K, Optional<Duration>> work) {
        this.mostWorkers = mostWorkers;
        this.scheduler = scheduler;
        this.work = work;
    }

    void add(K key) {
        add(PendingKeys::add, key);
    }

    void addLook(K key) {
        add(PendingKeys::addLook, key);
    }

    private void add(Adding<K> how, K key) {
        lock.lock();
        try {
            how.add(keys, key, scheduler.nanos());
            callWorker();
        } finally {
            lock.unlock();
        }
    }

    /** {@return how many keys wait for a worker} */
    int length() {
        lock.lock();
        try {
            return keys.length();
        } finally {
            lock.unlock();
        }
    }

    /** {@return for how long the oldest of them has waited} */
    Duration age() {
        lock.lock();
        try {
            return keys.oldest()
                    .map(since -> Duration.ofNanos(scheduler.nanos() - since))
                    .orElse(Duration.ZERO);
        } finally {
            lock.unlock();
        }
    }

    /** Ends the work: keys that are being worked on are ended in peace for so long, and interrupted then; all others are forgotten. */
    void end(Duration patience) {
        lock.lock();
        try {
            ended = true;
            long left = patience.toNanos();
            while (!workers.isEmpty() && left > 0) {
                left = workerLeft.awaitNanos(left);
            }
            workers.forEach(Thread::interrupt);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** One more worker for each key that comes is enough: a worker goes on until no key is left. */
    private void callWorker() {
        if (!ended && called < mostWorkers) {
            called++;
            scheduler.run(this::work);
        }
    }

    private void work() {
        for (var key = next(); key.isPresent(); key = next()) {
            var again = work.apply(key.get());
            done(key.get(), again);
        }
    }

    private Optional<K> next() {
        lock.lock();
        try {
            var key = ended ? Optional.<K>empty() : keys.poll(scheduler.nanos());
            if (key.isPresent()) {
                workers.add(Thread.currentThread());
            } else {
                called--;
                workers.remove(Thread.currentThread());
                workerLeft.signalAll();
            }
            return key;
        } finally {
            lock.unlock();
        }
    }

    private void done(K key, Optional<Duration> again) {
        lock.lock();
        try {
            keys.done(key, scheduler.nanos());
            again.ifPresent(delay -> {
                if (keys.addAt(key, scheduler.nanos() + delay.toNanos())) {
                    scheduler.runAfter(delay, this::callWorkerInTime);
                }
            });
        } finally {
            lock.unlock();
        }
    }

    private void callWorkerInTime() {
        lock.lock();
        try {
            callWorker();
        } finally {
            lock.unlock();
        }
    }
}
