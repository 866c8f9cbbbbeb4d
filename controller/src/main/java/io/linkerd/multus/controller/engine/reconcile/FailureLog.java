// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.reconcile;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/** Decides which failures are worth a line: ten thousand keys that fail for one reason are one line a minute. */
public final class FailureLog {
    private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();
    /** Reasons are few; an endless number of them would be a reason with a key in it. */
    private static final int MOST_REASONS = 200;

    private final ConcurrentMap<String, Long> lastLogged = new ConcurrentHashMap<>();
    private final LongSupplier nanoClock;

    /** Begins; nothing has been logged yet. */
    public FailureLog(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** {@return whether it is to be logged now} {@code reason} is what many keys have in common. */
    public boolean isWorthALine(String reason) {
        long now = nanoClock.getAsLong();
        if (lastLogged.size() > MOST_REASONS) {
            lastLogged.clear();
        }
        var worth = new AtomicBoolean();
        lastLogged.compute(reason, (_, last) -> {
            worth.set(last == null || now - last >= QUIET_NANOS);
            return worth.get() ? Long.valueOf(now) : last;
        });
        return worth.get();
    }
}
