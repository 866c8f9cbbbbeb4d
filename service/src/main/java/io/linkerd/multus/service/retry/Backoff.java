// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.retry;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Waits that double from the first to the longest, so that what is down is not held down by those who ask.
 *
 * @param first the wait after one failure
 * @param longest the cap
 */
public record Backoff(Duration first, Duration longest) {
    /** For a look or a write that is made again, which mostly helps at once. */
    public static final Backoff AGAIN = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(30));

    /** For a watch: one that has ended in good order is opened again after the first wait. */
    public static final Backoff WATCH = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(30));

    /** For what another one has to mend first. */
    public static final Backoff PATIENT = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30));

    /** From here on doubling only overflows: 2^20 times any sensible first wait is beyond any cap. */
    private static final int MOST_DOUBLINGS = 20;

    /** {@return the whole wait after so many failures in a row, at least one} */
    public Duration after(int failures) {
        var doubled = first.multipliedBy(1L << Math.clamp(failures - 1, 0, MOST_DOUBLINGS));
        return doubled.compareTo(longest) < 0 ? doubled : longest;
    }

    /** {@return the same wait, shortened by up to a half, so that those who failed together do not come back together} */
    public Duration after(int failures, RandomGenerator random) {
        return Duration.ofNanos((long) (after(failures).toNanos() * (1 - random.nextDouble() / 2)));
    }
}
