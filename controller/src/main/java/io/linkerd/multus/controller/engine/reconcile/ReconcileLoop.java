// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.reconcile;

import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.Contested;
import io.linkerd.multus.controller.engine.api.NotLeading;
import io.linkerd.multus.service.retry.Backoff;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Works on keys of one kind with a bounded number of threads, from {@link #start} to {@link #stop}, again and again. Keys that
 * are added while it is stopped are forgotten: each start begins with all that there are.
 */
public final class ReconcileLoop<K> {
    private static final Logger log = LoggerFactory.getLogger(ReconcileLoop.class);
    /** A write has a request timeout of its own, which is shorter. */
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(15);
    /**
     * A leadership that ran out is renewed or ended within a few tries, two seconds apart, and an API server is busy for a second or two; keys
     * that come meanwhile must wait.
     */
    private static final ReconcileResult NOT_NOW = new ReconcileResult.Requeue(Duration.ofSeconds(1));

    private final String kind;
    private final int workers;
    private final Reconciler<K> reconciler;
    private final Supplier<Stream<K>> all;
    private final BooleanSupplier mayWrite;
    private final MeterRegistry meters;
    private final Scheduler scheduler;
    private final RandomGenerator random;
    private final Duration stopPatience;
    private final FailureLog failureLog;
    private final AtomicReference<Optional<Shift<K>>> shift = new AtomicReference<>(Optional.empty());

    /**
     * Prepares; nothing is worked on before {@link #start}.
     *
     * @param kind of the keys, for logs and metrics
     * @param workers how many keys are in work at a time, at most
     * @param all the keys that there are, whenever it is asked
     * @param mayWrite whether we lead at this very moment, and the API server has time for us
     */
    public ReconcileLoop(
            String kind,
            int workers,
            Reconciler<K> reconciler,
            Supplier<Stream<K>> all,
            BooleanSupplier mayWrite,
            MeterRegistry meters) {
        this(
                kind,
                workers,
                reconciler,
                all,
                mayWrite,
                meters,
                Scheduler.ofTheProcess(kind),
                () -> ThreadLocalRandom.current().nextLong(),
                STOP_PATIENCE);
    }

    ReconcileLoop(
            String kind,
            int workers,
            Reconciler<K> reconciler,
            Supplier<Stream<K>> all,
            BooleanSupplier mayWrite,
            MeterRegistry meters,
            Scheduler scheduler,
            RandomGenerator random,
            Duration stopPatience) {
        this.kind = kind;
        this.workers = workers;
        this.reconciler = reconciler;
        this.all = all;
        this.mayWrite = mayWrite;
        this.meters = meters;
        this.scheduler = scheduler;
        this.random = random;
        this.stopPatience = stopPatience;
        this.failureLog = new FailureLog(scheduler::nanos);
        meters.gauge(
                "linkerd_multus_controller_queue_length", List.of(Tag.of("kind", kind)), this, ReconcileLoop::length);
        meters.gauge(
                "linkerd_multus_controller_queue_age_seconds", List.of(Tag.of("kind", kind)), this, ReconcileLoop::age);
    }

    /** Starts with all keys that there are. Called by one thread at a time. */
    public void start() {
        var failures = new ConcurrentHashMap<K, Integer>();
        shift.set(Optional.of(new Shift<>(workers, scheduler, key -> work(key, failures))));
        // Asked once keys can be added, so that one that comes just now is in it or is added.
        addAll();
    }

    /** Ends the work; keys in work are ended in peace, within a bounded time. */
    public void stop() {
        shift.getAndSet(Optional.empty()).ifPresent(ended -> {
            ended.end(stopPatience);
            reconciler.forget();
        });
    }

    /** Adds a key that something was told of, from any thread. */
    public void add(K key) {
        shift.get().ifPresent(current -> current.add(key));
    }

    /** Adds all keys that there are, in turn with those that something is told of; none while it is stopped. */
    public void addAll() {
        shift.get().ifPresent(current -> all.get().forEach(current::addLook));
    }

    private int length() {
        return shift.get().map(Shift::length).orElse(0);
    }

    private double age() {
        return shift.get().map(Shift::age).orElse(Duration.ZERO).toMillis() / 1e3;
    }

    /** {@return when the key has to come again} */
    private Optional<Duration> work(K key, ConcurrentMap<K, Integer> failures) {
        var result = resultOf(key);
        meters.counter("linkerd_multus_controller_reconciles", "kind", kind, "result", result.label())
                .increment();
        return switch (result) {
            case ReconcileResult.Settled _ -> {
                failures.remove(key);
                yield Optional.empty();
            }
            case ReconcileResult.Requeue(var after) -> {
                failures.remove(key);
                yield Optional.of(after);
            }
            case ReconcileResult.Failed failed -> {
                var delay = Backoff.AGAIN.after(failures.merge(key, 1, Integer::sum), random);
                logFailure(key, failed, delay);
                yield Optional.of(delay);
            }
        };
    }

    /** The loop's edge: whatever goes wrong with one key is tried again, and never ends a worker. */
    private ReconcileResult resultOf(K key) {
        try {
            return mayWrite.getAsBoolean() ? reconciler.reconcile(key) : NOT_NOW;
        } catch (NotLeading e) {
            return NOT_NOW;
        } catch (Contested e) {
            logFailure(key, new ReconcileResult.Failed(Contested.REASON, e.inWords(), false), e.left());
            return new ReconcileResult.Requeue(e.left());
        } catch (ApiException e) {
            return ReconcileResult.of(e);
        } catch (RuntimeException | Error e) {
            var reason = e.getClass().getName();
            if (failureLog.isWorthALine(reason)) {
                log.atError()
                        .addKeyValue("kind", kind)
                        .addKeyValue("key", key)
                        .setCause(e)
                        .log("reconcile broke off; it will be tried again");
            }
            return new ReconcileResult.Failed(reason, "", false);
        }
    }

    private void logFailure(K key, ReconcileResult.Failed failed, Duration delay) {
        if (failureLog.isWorthALine(failed.reason())) {
            log.atLevel(failed.needsPerson() ? Level.ERROR : Level.WARN)
                    .addKeyValue("kind", kind)
                    .addKeyValue("key", key)
                    .addKeyValue("reason", failed.reason())
                    .addKeyValue("serverSays", failed.serverSays())
                    .addKeyValue("retryInMillis", delay.toMillis())
                    .log("reconcile failed; it will be tried again");
        }
    }
}
