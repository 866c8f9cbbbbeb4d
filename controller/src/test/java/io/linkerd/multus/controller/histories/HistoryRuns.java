// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.histories;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.logging.ServiceLogging;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.slf4j.event.Level;

/**
 * Runs generated histories, each by its seed. {@code -Dhistories} says how many, and {@code -Dhistories.from} the seed of the first: a failure tells
 * its own, which is tried alone with {@code -Dhistories=1}.
 *
 * @param property which says how many, in the place of {@code histories}
 * @param count of them
 * @param from the seed of the first
 */
public record HistoryRuns(String property, int count, long from) {
    /** A handful is enough to see what is wrong. */
    private static final int FAILURES = 5;

    /** {@return as many as the property says, or else as is usual} */
    public static HistoryRuns of(String property, int usual) {
        return new HistoryRuns(property, Integer.getInteger(property, usual), Long.getLong(property + ".from", 1));
    }

    /** Runs them, some at once, and fails with what went wrong in a few; the log tells less where there is more than one. */
    public void run(int atOnce, LongConsumer history) {
        var failures = new ConcurrentLinkedQueue<AssertionError>();
        ServiceLogging.setLevel(count == 1 ? Level.INFO : Level.ERROR);
        try (var threads =
                Executors.newFixedThreadPool(atOnce, Thread.ofVirtual().factory())) {
            LongStream.range(from, from + count).forEach(seed -> threads.execute(() -> run(seed, history, failures)));
        } finally {
            ServiceLogging.setLevel(Level.INFO);
        }
        assertThat(failures).isEmpty();
    }

    private void run(long seed, LongConsumer history, ConcurrentLinkedQueue<AssertionError> failures) {
        if (failures.size() < FAILURES) {
            try {
                history.accept(seed);
            } catch (RuntimeException | Error e) {
                failures.add(new AssertionError(
                        "history %d (alone: -D%s=1 -D%2$s.from=%1$d)%n%s".formatted(seed, property, e.getMessage()),
                        e));
            }
        }
    }
}
