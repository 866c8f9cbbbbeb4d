// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.clocks;

import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The two clocks: one for dates, which may jump, and one for durations, which does not.
 *
 * @param nanos nanoseconds since some moment, as {@link System#nanoTime()}
 */
public record Clocks(InstantSource wall, LongSupplier nanos) {
    /** {@return this machine's} */
    public static Clocks ofTheSystem() {
        return new Clocks(InstantSource.system(), System::nanoTime);
    }

    /** {@return the date, in milliseconds since 1970} */
    public long epochMillis() {
        return wall.millis();
    }
}
