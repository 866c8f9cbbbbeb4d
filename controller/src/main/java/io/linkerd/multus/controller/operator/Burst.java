// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import java.time.Duration;

/**
 * Changes that come close to each other, so that they are told of together.
 *
 * @param first when the first of them came, on a monotonic clock
 * @param last when the last one did
 */
record Burst(long first, long last) {
    /** A thousand namespaces are attached within a second or two, without a pause as long as this. */
    static final Duration QUIET = Duration.ofSeconds(1);
    /** Where there is always somebody who changes something, it is told this often. */
    static final Duration LONGEST = Duration.ofSeconds(10);

    /** {@return one that has begun just now} */
    static Burst at(long now) {
        return new Burst(now, now);
    }

    /** {@return the same with one more} */
    Burst more(long now) {
        return new Burst(first, now);
    }

    /** {@return how long to wait before it is told of; not positive where that is now} */
    Duration left(long now) {
        var untilQuiet = QUIET.minusNanos(now - last);
        var untilLong = LONGEST.minusNanos(now - first);
        return untilQuiet.compareTo(untilLong) < 0 ? untilQuiet : untilLong;
    }
}
