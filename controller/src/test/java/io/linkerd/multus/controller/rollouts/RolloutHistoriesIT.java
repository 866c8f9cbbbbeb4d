// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

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
 * Whatever happens, nothing is restarted twice for one change nor too much at once, and in the end all that asked for it has the change.
 * {@code -Dhistories.of.rollouts} says how many are tried, and {@code -Dhistories.of.rollouts.from} the seed of the first.
 */
class RolloutHistoriesIT {
    private static final int HISTORIES = Integer.getInteger("histories.of.rollouts", 60);
    private static final long FROM = Long.getLong("histories.of.rollouts.from", 1);
    private static final int AT_ONCE = 8;

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
    void leadersThatAreKilledAnywhereLoseAndRepeatNothing() {
        var failures = new ConcurrentLinkedQueue<AssertionError>();
        try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
            LongStream.range(FROM, FROM + HISTORIES).forEach(seed -> threads.execute(() -> run(seed, failures)));
        }
        assertThat(failures).isEmpty();
    }

    private static void run(long seed, ConcurrentLinkedQueue<AssertionError> failures) {
        if (failures.size() >= FAILURES) {
            return;
        }
        try (var history = new RolloutHistory(seed)) {
            history.run();
        } catch (AssertionError | RuntimeException e) {
            failures.add(new AssertionError("history " + seed + ": " + e.getMessage(), e));
        }
    }
}
