// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** One loop must not keep the other's connections waiting for a tick of the kernel's clock, nor give way after each answer. */
final class TurnTest {
    private final AtomicLong nanos = new AtomicLong(-5_000_000);
    private final AtomicInteger given = new AtomicInteger();
    private final Turn turn = new Turn(nanos::get, given::incrementAndGet);

    @Test
    void givesWayOnceATurnIsOver() {
        pass(999_999);
        assertThat(given).hasValue(0);

        pass(1);
        assertThat(given).hasValue(1);
    }

    @Test
    void theNextTurnBeginsWhereTheLastOneEnded() {
        pass(1_000_000);
        pass(999_999);
        assertThat(given).hasValue(1);

        pass(1);
        assertThat(given).hasValue(2);
    }

    @Test
    void givesWayOnceAfterALongSilence() {
        pass(60_000_000_000L);
        pass(10);

        assertThat(given).hasValue(1);
    }

    private void pass(long later) {
        nanos.addAndGet(later);
        turn.pass();
    }
}
