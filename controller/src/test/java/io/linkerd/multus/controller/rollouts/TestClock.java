// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Time passes when the test says so, for every clock that is made of it. */
final class TestClock {
    static final Instant START = Instant.parse("2026-11-28T02:30:00Z");

    private final AtomicLong nanos = new AtomicLong();

    void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    LongSupplier nanos() {
        return nanos::get;
    }

    Instant now() {
        return START.plusNanos(nanos.get());
    }

    /** {@return a clock that is behind by that} */
    InstantSource behind(Duration by) {
        return () -> now().minus(by);
    }
}
