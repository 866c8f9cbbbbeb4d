// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.work;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * How long to wait before the next try: doubled each time up to a cap, and spread so that keys which failed together do not come
 * back together.
 *
 * @param first wait after the first failure, before spreading
 * @param longest cap, before spreading
 * @param random numbers from 0 to 1
 */
record RetryDelay(Duration first, Duration longest, DoubleSupplier random) {
    /** From here on doubling only overflows: 2^20 times any sensible first wait is beyond any cap. */
    private static final int MOST_DOUBLINGS = 20;

    /** Between half of the delay and the whole of it, for the failure of that number, starting at 1. */
    Duration afterFailure(int number) {
        long doubled = first.toNanos() << Math.min(number - 1, MOST_DOUBLINGS);
        long capped = Math.min(doubled, longest.toNanos());
        return Duration.ofNanos((long) (capped * (0.5 + random.getAsDouble() / 2)));
    }
}
