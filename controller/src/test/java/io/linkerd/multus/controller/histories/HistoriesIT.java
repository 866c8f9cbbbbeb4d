// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.histories;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.logging.ServiceLogging;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

/**
 * From any state, and whatever happens meanwhile, the end is the one that is promised. {@code -Dhistories} says how many are tried, and
 * {@code -Dhistories.from} the seed of the first: a failure tells its own, which is tried alone with {@code -Dhistories=1}.
 */
class HistoriesIT {
    private static final int HISTORIES = Integer.getInteger("histories", 200);
    private static final long FROM = Long.getLong("histories.from", 1);
    /** Most of the time of each goes by in waits for the controller's own pauses. */
    private static final int AT_ONCE = Integer.getInteger("histories.at.once", 100);

    /** A handful is enough to see what is wrong. */
    private static final int FAILURES = 5;

    @BeforeEach
    void tellLess() {
        ServiceLogging.setLevel(HISTORIES == 1 ? Level.INFO : Level.ERROR);
    }

    @AfterEach
    void tellAsBefore() {
        ServiceLogging.setLevel(Level.INFO);
    }

    @Test
    void everyHistoryEndsAsItsClusterAsksWithNothingTouchedAndNothingLeftToWrite() {
        var failures = new ConcurrentLinkedQueue<AssertionError>();
        try (var threads =
                Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            LongStream.range(FROM, FROM + HISTORIES).forEach(seed -> threads.execute(() -> run(seed, failures)));
        }
        assertThat(failures).isEmpty();
    }

    private static void run(long seed, ConcurrentLinkedQueue<AssertionError> failures) {
        if (failures.size() < FAILURES) {
            try {
                new History(seed).run();
            } catch (AssertionError e) {
                failures.add(e);
            }
        }
    }
}
