// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BurstTest {
    private static final long MILLISECOND = 1_000_000;

    @Test
    void isToldOfWhenItIsQuiet() {
        var burst = Burst.at(0).more(300 * MILLISECOND);

        assertThat(burst.left(500 * MILLISECOND)).isEqualTo(Duration.ofMillis(800));
        assertThat(burst.left(1300 * MILLISECOND)).isEqualTo(Duration.ZERO);
    }

    /** A clock of the JVM begins anywhere, and may pass its end. */
    @Test
    void isIndifferentToWhereTheClockBegan() {
        var begin = Long.MAX_VALUE - 100 * MILLISECOND;

        assertThat(Burst.at(begin).more(begin + 300 * MILLISECOND).left(begin + 500 * MILLISECOND))
                .isEqualTo(Duration.ofMillis(800));
    }

    /** Whoever changes something twice a second for ever would keep everybody from hearing of it. */
    @Test
    void isToldOfThoughItNeverEnds() {
        var burst = Burst.at(0);
        for (var time = 0L; time <= 10_000; time += 500) {
            burst = burst.more(time * MILLISECOND);
        }

        assertThat(burst.left(10_000 * MILLISECOND)).isEqualTo(Duration.ZERO);
    }

    /** As many status writes, in a simulation of whoever waits as it says. */
    @Test
    void aThousandChangesWithinTwoSecondsAreToldOfOnce() {
        var told = new ArrayList<Long>();
        Optional<Burst> burst = Optional.empty();
        for (var time = 0L; time <= 5000; time++) {
            if (time < 2000 && time % 2 == 0) {
                var now = time * MILLISECOND;
                burst = Optional.of(burst.map(some -> some.more(now)).orElseGet(() -> Burst.at(now)));
            }
            var now = time * MILLISECOND;
            if (burst.filter(some -> !some.left(now).isPositive()).isPresent()) {
                told.add(time);
                burst = Optional.empty();
            }
        }

        assertThat(told).containsExactly(2998L);
    }
}
