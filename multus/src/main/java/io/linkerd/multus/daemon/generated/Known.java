// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import java.time.Duration;
import java.util.Optional;

/**
 * What the keeper of the configuration knows from its earlier looks.
 *
 * @param told when people were told of another program, in nanoseconds
 */
record Known(Remembered remembered, Repairs repairs, Optional<Long> told, ConfigState state) {
    /** A program that goes on undoing the configuration is no news. */
    private static final Duration NEWS = Duration.ofMinutes(10);

    static Known nothing(long now) {
        return new Known(Remembered.NOTHING, Repairs.none(now), Optional.empty(), new ConfigState.Unknown());
    }

    Known with(Remembered other) {
        return new Known(other, repairs, told, state);
    }

    Known with(Repairs other) {
        return new Known(remembered, other, told, state);
    }

    Known with(ConfigState other) {
        return new Known(remembered, repairs, told, other);
    }

    Known toldAt(long now) {
        return new Known(remembered, repairs, Optional.of(now), state);
    }

    /** {@return whether people have not been told of another program in a while} */
    boolean isNews(long now) {
        return told.filter(when -> now - when < NEWS.toNanos()).isEmpty();
    }
}
