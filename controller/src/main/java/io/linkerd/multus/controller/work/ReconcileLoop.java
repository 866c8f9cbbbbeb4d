// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.work;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Works on keys of one kind with a bounded number of threads, from {@link #start} to {@link #stop}, again and again. Keys that
 * are added while it is stopped are forgotten: who starts it tells all there are.
 */
public final class ReconcileLoop<K> {
    private static final Logger log = LoggerFactory.getLogger(ReconcileLoop.class);
    private static final RetryDelay RETRY_DELAY = new RetryDelay(
            Duration.ofMillis(100),
            Duration.ofSeconds(30),
            () -> ThreadLocalRandom.current().nextDouble());
    /** A write has a request timeout of its own, which is shorter. */
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(15);

    private record Shift<K>(WorkQueue<K> queue, ConcurrentMap<K, Integer> failures, List<Thread> workers) {}

    private final String kind;
    private final int workers;
    private final Reconciler<K> reconciler;
    private final MeterRegistry meters;
    private final FailureLog failureLog = new FailureLog(System::nanoTime);
    private final AtomicReference<Optional<Shift<K>>> shift = new AtomicReference<>(Optional.empty());

    /** Names the kind for logs and metrics, and bounds the number of keys in work. */
    public ReconcileLoop(String kind, int workers, Reconciler<K> reconciler, MeterRegistry meters) {
        this.kind = kind;
        this.workers = workers;
        this.reconciler = reconciler;
        this.meters = meters;
        meters.gauge(
                "linkerd_multus_controller_queue_length", List.of(Tag.of("kind", kind)), this, ReconcileLoop::length);
    }

    /**
     * Starts with all keys that there are. Called by one thread at a time.
     *
     * @param all asked once keys can be added, so that one that comes just now is in it or is added
     */
    public void start(Supplier<? extends Iterable<K>> all) {
        var queue = new WorkQueue<K>();
        var failures = new ConcurrentHashMap<K, Integer>();
        var threads = IntStream.range(0, workers)
                .mapToObj(number -> Thread.ofVirtual().name(kind + "-" + number).unstarted(() -> work(queue, failures)))
                .toList();
        shift.set(Optional.of(new Shift<>(queue, failures, threads)));
        all.get().forEach(queue::add);
        threads.forEach(Thread::start);
    }

    /** Ends the work; keys in work are ended in peace, within a bounded time. */
    public void stop() {
        shift.getAndSet(Optional.empty()).ifPresent(ended -> {
            ended.queue().close();
            try {
                for (Thread worker : ended.workers()) {
                    if (!worker.join(STOP_PATIENCE)) {
                        worker.interrupt();
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Adds a key, from any thread. */
    public void add(K key) {
        shift.get().ifPresent(current -> current.queue().add(key));
    }

    /** Keys that wait for a worker. */
    public int length() {
        return shift.get().map(current -> current.queue().length()).orElse(0);
    }

    private void work(WorkQueue<K> queue, ConcurrentMap<K, Integer> failures) {
        try {
            for (var key = queue.take(); key.isPresent(); key = queue.take()) {
                work(queue, failures, key.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void work(WorkQueue<K> queue, ConcurrentMap<K, Integer> failures, K key) {
        var outcome = outcome(key);
        meters.counter("linkerd_multus_controller_reconciles", "kind", kind, "result", outcome.label())
                .increment();
        switch (outcome) {
            case Outcome.Settled _ -> failures.remove(key);
            case Outcome.LookAgain(var after) -> {
                failures.remove(key);
                queue.addAfter(key, after);
            }
            case Outcome.Failed failed -> {
                var delay = RETRY_DELAY.afterFailure(failures.merge(key, 1, Integer::sum));
                logFailure(key, failed, delay);
                queue.addAfter(key, delay);
            }
        }
        queue.done(key);
    }

    /** The loop's edge: whatever goes wrong with one key is retried, and never ends a worker. */
    private Outcome outcome(K key) {
        try {
            return reconciler.reconcile(key);
        } catch (RuntimeException | LinkageError e) {
            String reason = e.getClass().getName();
            if (failureLog.isWorthALine(reason)) {
                log.atError()
                        .addKeyValue("kind", kind)
                        .addKeyValue("key", key)
                        .setCause(e)
                        .log("reconcile broke off; it will be tried again");
            }
            return new Outcome.Failed(reason, false);
        }
    }

    private void logFailure(K key, Outcome.Failed failed, Duration delay) {
        if (failureLog.isWorthALine(failed.reason())) {
            log.atLevel(failed.needsPerson() ? Level.ERROR : Level.WARN)
                    .addKeyValue("kind", kind)
                    .addKeyValue("key", key)
                    .addKeyValue("reason", failed.reason())
                    .addKeyValue("retryInMillis", delay.toMillis())
                    .log("reconcile failed; it will be tried again");
        }
    }
}
