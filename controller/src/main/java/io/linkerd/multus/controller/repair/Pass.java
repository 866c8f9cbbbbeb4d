// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One look at all pods without rules. Moments are those of a monotonic clock.
 *
 * @param at when it was
 * @param due when there is to be another one, by what it found; empty where nothing waits
 */
record Pass(Duration at, Optional<Duration> due) {
    /** What changes within it is looked at together: with 20,000 such pods a look takes a tenth of a second, and each of them changes often. */
    static final Duration LEAST = Duration.ofMillis(500);

    /** {@return how long another look has to wait; empty where it has not} What is due by plan is not held up. */
    Optional<Duration> left(Duration now) {
        return Stream.concat(Stream.of(at.plus(LEAST)), due.stream())
                .min(Duration::compareTo)
                .map(moment -> moment.minus(now))
                .filter(Duration::isPositive);
    }
}
