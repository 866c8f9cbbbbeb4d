// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.load;

import io.linkerd.multus.benchmarks.figures.Sample;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks a server as fast as it answers, on some connections at once. */
public final class Load {
    private static final int OK = 200;
    private static final double P50 = 0.5;
    private static final double P99 = 0.99;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Target target;
    private final int connections;

    /** Asks {@code target} on so many connections. */
    public Load(Target target, int connections) {
        this.target = target;
        this.connections = connections;
    }

    /** Asks for so long; connections are opened before that time begins. */
    public Outcome run(Duration duration) throws IOException, InterruptedException {
        var ready = new CountDownLatch(connections);
        var workers = new ArrayList<Future<Work>>();
        try (var threads = Executors.newFixedThreadPool(connections)) {
            for (var number = 0; number < connections; number++) {
                workers.add(threads.submit(() -> work(ready, duration)));
            }
            return outcome(workers, duration);
        }
    }

    private record Work(List<Double> millis, int failures) {}

    private Work work(CountDownLatch ready, Duration duration) throws IOException, InterruptedException {
        try (var connection = new Connection(target)) {
            ready.countDown();
            ready.await();
            var millis = new ArrayList<Double>();
            var failures = 0;
            var begin = System.nanoTime();
            for (var before = begin; before - begin < duration.toNanos(); ) {
                var status = connection.ask().status();
                var now = System.nanoTime();
                millis.add((now - before) / NANOS_PER_MILLI);
                failures += status == OK ? 0 : 1;
                before = now;
            }
            return new Work(millis, failures);
        } finally {
            ready.countDown();
        }
    }

    private static Outcome outcome(List<Future<Work>> workers, Duration duration)
            throws IOException, InterruptedException {
        var millis = new ArrayList<Double>();
        var failures = 0;
        for (var worker : workers) {
            try {
                millis.addAll(worker.get().millis());
                failures += worker.get().failures();
            } catch (ExecutionException e) {
                throw new IOException("a connection broke: " + e.getCause(), e.getCause());
            }
        }
        var sample = Sample.of(millis);
        return new Outcome(
                millis.size(),
                millis.size() * NANOS_PER_SECOND / duration.toNanos(),
                sample.percentile(P50),
                sample.percentile(P99),
                failures);
    }
}
