// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.retry;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Waits that double from the first to the cap, each shortened by up to a half at random. For one thread. */
public final class Backoff {
    private final Duration first;
    private final Duration cap;
    private final RandomGenerator random;
    private int failures;

    public Backoff(Duration first, Duration cap, RandomGenerator random) {
        this.first = first;
        this.cap = cap;
        this.random = random;
    }

    /** How long to wait after one more failure. */
    public Duration next() {
        var whole = doubled(first, cap, failures++);
        return Duration.ofNanos((long) (whole.toNanos() * (1 - random.nextDouble() / 2)));
    }

    /** Begins anew, after a success. */
    public void reset() {
        failures = 0;
    }

    /** The first wait doubled so many times, at most the cap. */
    public static Duration doubled(Duration first, Duration cap, int times) {
        var wait = first;
        for (int i = 0; i < times && wait.compareTo(cap) < 0; i++) {
            wait = wait.multipliedBy(2);
        }
        return wait.compareTo(cap) < 0 ? wait : cap;
    }
}
