// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

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
 * Whoever writes Linkerd's values beside the controller, and wherever its leaders end: only asked paths change, no fight is endless, and the end is
 * the one that is promised. {@code -Dhistories} says how many are tried, and {@code -Dhistories.from} the seed of the first: a failure tells its
 * own, which is tried alone with {@code -Dhistories=1}.
 */
class ValuesHistoriesIT {
    private static final int HISTORIES = Integer.getInteger("histories", 200);
    private static final long FROM = Long.getLong("histories.from", 1);
    private static final int AT_ONCE = 4;
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
    void everyHistoryEndsAsItsLinkerdConfigAsksAndChangesNothingElse() {
        var failures = new ConcurrentLinkedQueue<AssertionError>();
        try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
            LongStream.range(FROM, FROM + HISTORIES).forEach(seed -> threads.execute(() -> run(seed, failures)));
        }
        assertThat(failures).isEmpty();
        assertThat(ValuesHistory.tally()).as("what happened in them").isNotEmpty();
        System.out.println("histories of values: " + HISTORIES + ", " + ValuesHistory.tally());
    }

    private static void run(long seed, ConcurrentLinkedQueue<AssertionError> failures) {
        if (failures.size() < FAILURES) {
            try {
                new ValuesHistory(seed).run();
            } catch (AssertionError e) {
                failures.add(e);
            }
        }
    }
}
