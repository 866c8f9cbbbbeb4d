// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Durations, counted by how long they were: from a request that finds no one before it to a kubelet's patience. */
final class Histogram {
    private static final List<Duration> BOUNDS = Stream.of(5, 25, 100, 500, 2_000, 10_000, 60_000, 240_000)
            .map(Duration::ofMillis)
            .toList();

    private final List<LongAdder> counts =
            BOUNDS.stream().map(_ -> new LongAdder()).toList();
    private final LongAdder all = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    void add(Duration time) {
        for (int i = 0; i < BOUNDS.size(); i++) {
            if (time.compareTo(BOUNDS.get(i)) <= 0) {
                counts.get(i).increment();
            }
        }
        all.increment();
        nanos.add(time.toNanos());
    }

    /** {@return how many there were} */
    long count() {
        return all.sum();
    }

    /** {@return its samples, in text format 0.0.4} */
    String text(String name) {
        var text = new StringBuilder();
        for (int i = 0; i < BOUNDS.size(); i++) {
            text.append(
                    bucket(name, seconds(BOUNDS.get(i).toNanos()), counts.get(i).sum()));
        }
        text.append(bucket(name, "+Inf", all.sum()));
        text.append(name).append("_sum ").append(seconds(nanos.sum())).append('\n');
        text.append(name).append("_count ").append(all.sum()).append('\n');
        return text.toString();
    }

    private static String bucket(String name, String bound, long count) {
        return name + "_bucket{le=\"" + bound + "\"} " + count + "\n";
    }

    private static String seconds(long nanos) {
        return Double.toString(nanos / 1e9);
    }
}
