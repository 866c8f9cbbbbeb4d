// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a reconciler may count on: each row is a promise of {@link Reconciler} or {@link ReconcileLoop}. */
class ReconcileLoopTest {
    /** What a reconciler answers, or throws, or does before it answers. */
    private interface Answer {
        ReconcileResult give();
    }

    private static final Answer FAILED = () -> new ReconcileResult.Failed("it is down", "", false);
    private static final Answer SETTLED = ReconcileResult.Settled::new;
    private static final Answer REQUEUED = () -> new ReconcileResult.Requeue(Duration.ofSeconds(1));

    /** The calls that are expected, as key@millisecond, in their order. */
    record Row(String promise, Consumer<Stage> play, String calls) {
        @Override
        public String toString() {
            return promise;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row(
                        "start tells all",
                        stage -> stage.all("a", "b", "c").start().pass(60_000),
                        "a@0 b@0 c@0"),
                new Row(
                        "one that is told of does not wait for a look at all",
                        stage -> stage.all("a", "b", "c")
                                .workers(1)
                                .start()
                                .pass(100)
                                .addAll()
                                .add("new")
                                .pass(60_000),
                        "a@0 b@0 c@0 new@100 a@100 b@100 c@100"),
                new Row(
                        "a key that comes while the start lists them is not forgotten",
                        stage -> stage.all("a")
                                .whileListing(() -> stage.add("b"))
                                .start()
                                .pass(0),
                        "b@0 a@0"),
                new Row(
                        "a failure is tried again later",
                        stage -> stage.all("a")
                                .answers("a", FAILED, SETTLED)
                                .start()
                                .pass(60_000),
                        "a@0 a@100"),
                new Row(
                        "back-off doubles from 100 ms up to 30 s",
                        stage -> stage.all("a").always("a", FAILED).start().pass(112_000),
                        "a@0 a@100 a@300 a@700 a@1500 a@3100 a@6300 a@12700 a@25500 a@51100 a@81100 a@111100"),
                new Row(
                        "back-off is per key, and holds up no other",
                        stage -> stage.all("a", "b")
                                .answers("a", FAILED, FAILED, FAILED, SETTLED)
                                .answers("b", SETTLED, FAILED, SETTLED)
                                .start()
                                .pass(200)
                                .add("b")
                                .pass(60_000),
                        "a@0 b@0 a@100 b@200 a@300 b@300 a@700"),
                new Row(
                        "requeue ends a series of failures",
                        stage -> stage.all("a")
                                .answers("a", FAILED, FAILED, REQUEUED, FAILED, SETTLED)
                                .start()
                                .pass(60_000),
                        "a@0 a@100 a@300 a@1300 a@1400"),
                new Row(
                        "settled forgets failures",
                        stage -> stage.all("a")
                                .answers("a", FAILED, FAILED, SETTLED, FAILED, SETTLED)
                                .start()
                                .pass(10_000)
                                .add("a")
                                .pass(60_000),
                        "a@0 a@100 a@300 a@10000 a@10100"),
                new Row(
                        "an exception ends no worker, and is a failure",
                        stage -> stage.all("a", "b")
                                .workers(1)
                                .answers(
                                        "a",
                                        thrown(new IllegalStateException()),
                                        thrown(new StackOverflowError()),
                                        SETTLED)
                                .start()
                                .pass(60_000),
                        "a@0 b@0 a@100 a@300"),
                new Row(
                        "a key is never in work twice at a time, and comes again when it was added meanwhile",
                        stage -> stage.all("a", "b")
                                .answers(
                                        "a",
                                        () -> stage.add("a").add("a").pass(50).settled())
                                .start()
                                .pass(60_000),
                        "a@0 b@0 a@50"),
                new Row(
                        "a key that is added while it waits is worked on once",
                        stage -> stage.start().add("a").add("a").pass(60_000),
                        "a@0"),
                new Row(
                        "a change is worked on at once, whatever the key waits for",
                        stage -> stage.all("a")
                                .answers("a", FAILED, FAILED, REQUEUED, SETTLED)
                                .start()
                                .pass(50)
                                .add("a")
                                .pass(60_000),
                        "a@0 a@50 a@100 a@1100"),
                new Row(
                        "what is added while stopped is forgotten",
                        stage -> stage.add("a")
                                .all("b")
                                .start()
                                .pass(0)
                                .stop()
                                .add("a")
                                .all("c")
                                .pass(100)
                                .start()
                                .pass(60_000),
                        "b@0 c@100"),
                new Row(
                        "stop forgets what waits and what failed",
                        stage -> stage.all("a")
                                .always("a", FAILED)
                                .start()
                                .pass(400)
                                .stop()
                                .pass(60_000)
                                .start()
                                .pass(100),
                        "a@0 a@100 a@300 a@60400 a@60500"),
                new Row(
                        "nothing is called while we do not lead, and nothing is lost by it",
                        stage -> stage.all("a")
                                .leading(false)
                                .start()
                                .pass(2500)
                                .leading(true)
                                .pass(60_000),
                        "a@3000"),
                new Row(
                        "all are looked at again when asked",
                        stage -> stage.all("a").start().pass(100).addAll().pass(60_000),
                        "a@0 a@100"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void keepsItsPromise(Row row) {
        var stage = new Stage();

        row.play().accept(stage);

        assertThat(String.join(" ", stage.calls)).isEqualTo(row.calls());
    }

    /** With the threads and timers of the process; the reconciler hangs, and does not heed the interrupt. */
    @Test
    @Timeout(20)
    void stopEndsInBoundedTime() {
        var interrupted = new AtomicBoolean();
        var inWork = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        var loop = new ReconcileLoop<String>(
                "test",
                2,
                _ -> {
                    inWork.countDown();
                    while (!waited(release)) {
                        interrupted.set(true);
                    }
                    return new ReconcileResult.Settled();
                },
                () -> Stream.of("hangs"),
                () -> true,
                new SimpleMeterRegistry(),
                Scheduler.ofTheProcess("test"),
                () -> 0L,
                Duration.ofMillis(20));

        loop.start();
        await().until(() -> inWork.getCount() == 0);
        loop.stop();

        await("the hanging one is told").untilTrue(interrupted);
        release.countDown();
    }

    @Test
    @Timeout(20)
    void worksOnManyKeysWithAsManyThreadsAsItMay() {
        var calls = new ConcurrentLinkedQueue<Integer>();
        var most = new AtomicInteger();
        var now = new AtomicInteger();
        var fourAtOnce = new CountDownLatch(4);
        var loop = new ReconcileLoop<Integer>(
                "test",
                4,
                key -> {
                    most.accumulateAndGet(now.incrementAndGet(), Math::max);
                    fourAtOnce.countDown();
                    waited(fourAtOnce);
                    calls.add(key);
                    now.decrementAndGet();
                    return key % 10 == 0 && calls.size() < 100
                            ? new ReconcileResult.Failed("it is down", "", false)
                            : new ReconcileResult.Settled();
                },
                () -> Stream.iterate(0, key -> key + 1).limit(100),
                () -> true,
                new SimpleMeterRegistry());

        loop.start();
        await().until(() -> Stream.iterate(0, key -> key + 1).limit(100).allMatch(calls::contains));
        loop.stop();

        assertThat(most).hasValue(4);
    }

    private static boolean waited(CountDownLatch latch) {
        try {
            latch.await();
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private static Answer thrown(Throwable failure) {
        return () -> {
            switch (failure) {
                case RuntimeException exception -> throw exception;
                case Error error -> throw error;
                default -> throw new AssertionError(failure);
            }
        };
    }

    /** A loop of two workers in a test's time, and what happens to it; keys settle unless they were told to do something else. */
    private static final class Stage {
        private final VirtualScheduler scheduler = new VirtualScheduler();
        private final Map<String, Deque<Answer>> answers = new HashMap<>();
        private final Map<String, Answer> usually = new HashMap<>();
        private final AtomicBoolean leading = new AtomicBoolean(true);
        private final List<String> calls = new ArrayList<>();
        private final List<String> inWork = new ArrayList<>();
        private final Queue<Runnable> onListing = new ArrayDeque<>();
        private List<String> all = List.of();
        private ReconcileLoop<String> loop = loop(2);

        private ReconcileLoop<String> loop(int workers) {
            return new ReconcileLoop<>(
                    "test",
                    workers,
                    this::reconcile,
                    this::list,
                    leading::get,
                    new SimpleMeterRegistry(),
                    scheduler,
                    () -> 0L,
                    Duration.ofSeconds(15));
        }

        private ReconcileResult reconcile(String key) {
            assertThat(inWork).doesNotContain(key);
            inWork.add(key);
            calls.add(key + "@" + scheduler.now().toMillis());
            try {
                var next = answers.getOrDefault(key, new ArrayDeque<>()).poll();
                return (next == null ? usually.getOrDefault(key, SETTLED) : next).give();
            } finally {
                inWork.remove(key);
            }
        }

        private Stream<String> list() {
            onListing.forEach(Runnable::run);
            return all.stream();
        }

        private ReconcileResult settled() {
            return new ReconcileResult.Settled();
        }

        private Stage workers(int number) {
            loop = loop(number);
            return this;
        }

        private Stage all(String... keys) {
            all = List.of(keys);
            return this;
        }

        private Stage whileListing(Runnable step) {
            onListing.add(step);
            return this;
        }

        private Stage answers(String key, Answer... results) {
            answers.put(key, new ArrayDeque<>(List.of(results)));
            return this;
        }

        private Stage always(String key, Answer result) {
            usually.put(key, result);
            return this;
        }

        private Stage leading(boolean now) {
            leading.set(now);
            return this;
        }

        private Stage start() {
            loop.start();
            return this;
        }

        private Stage stop() {
            loop.stop();
            return this;
        }

        private Stage add(String key) {
            loop.add(key);
            return this;
        }

        private Stage addAll() {
            loop.addAll();
            return this;
        }

        private Stage pass(long millis) {
            scheduler.pass(Duration.ofMillis(millis));
            return this;
        }
    }
}
