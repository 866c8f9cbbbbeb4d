// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import java.time.Duration;

/**
 * How long is waited before a cluster is looked at again: the API server is to rest at least as long as it was busy, and what is wrong for
 * long is seldom put right within the next seconds.
 *
 * @param pause until the next look
 */
record Pauses(Duration pause) {
    /** The shortest one. */
    static final Duration LEAST = Duration.ofSeconds(2);

    /** It grows no further, but where a look takes longer. */
    private static final Duration MOST = Duration.ofSeconds(30);

    /** {@return the pause after the first look, which took so long} */
    static Pauses after(Duration look) {
        return new Pauses(longer(LEAST, look));
    }

    /** {@return the pause after the next look, which took so long} */
    Pauses next(Duration look) {
        var doubled = pause.multipliedBy(2);
        return new Pauses(longer(doubled.compareTo(MOST) < 0 ? doubled : MOST, look));
    }

    /** {@return the pause, or what is left of the time: the last look is at its end} */
    Duration within(Duration left) {
        var some = left.isNegative() ? Duration.ZERO : left;
        return pause.compareTo(some) < 0 ? pause : some;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }
}
