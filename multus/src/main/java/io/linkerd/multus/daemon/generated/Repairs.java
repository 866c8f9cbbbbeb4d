// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import io.linkerd.multus.service.retry.Backoff;
import io.linkerd.multus.service.retry.Fight;
import java.time.Duration;

/**
 * Repairs of what another program undid. The first few are made at once; from then on each waits twice as long as the one before, up to 30 s. All
 * is forgotten once a repair has stood for as long as the next would have had to wait, and for 2 s at least.
 */
record Repairs(Fight fight) {
    private static final Fight.Manners MANNERS = new Fight.Manners(3, Backoff.AGAIN);

    private static final Duration SHORTEST_PEACE = Duration.ofSeconds(2);

    static Repairs none(long now) {
        return new Repairs(Fight.none(MANNERS, now));
    }

    /** {@return the same with one more} */
    Repairs made(long now) {
        return new Repairs(fight.written(now));
    }

    /** {@return how long the next one has to wait; zero where it need not} */
    Duration turn(long now) {
        return positive(fight.pause().minus(fight.since(now)));
    }

    /** {@return what is known after the last one was found standing} */
    Repairs standing(long now) {
        return peace(now).isZero() ? none(now) : this;
    }

    /** {@return how much longer the last one has to stand; zero where it has stood for long enough, or there was none} */
    Duration peace(long now) {
        var pause = fight.pause();
        var needed = pause.compareTo(SHORTEST_PEACE) < 0 ? SHORTEST_PEACE : pause;
        return fight.writes() == 0 ? Duration.ZERO : positive(needed.minus(fight.since(now)));
    }

    /** {@return whether another program is to be suspected by now of undoing them on purpose} */
    boolean isFight() {
        return fight.isOn();
    }

    private static Duration positive(Duration time) {
        return time.isNegative() ? Duration.ZERO : time;
    }
}
