// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration CAP = Duration.ofSeconds(5);

    @Property
    void neverWaitsLongerThanTheCapOrShorterThanHalfTheFirst(@ForAll @IntRange(max = 100) int failures) {
        var backoff = new Backoff(FIRST, CAP, RandomGenerator.getDefault());
        Duration wait = Duration.ZERO;
        for (int i = 0; i <= failures; i++) {
            wait = backoff.next();
        }
        assertThat(wait).isBetween(FIRST.dividedBy(2), CAP);
    }

    @Test
    void doubles() {
        assertThat(Backoff.doubled(FIRST, CAP, 0)).isEqualTo(FIRST);
        assertThat(Backoff.doubled(FIRST, CAP, 3)).isEqualTo(FIRST.multipliedBy(8));
        assertThat(Backoff.doubled(FIRST, CAP, 1000)).isEqualTo(CAP);
    }

    @Test
    void beginsAnewAfterASuccess() {
        var backoff = new Backoff(FIRST, CAP, RandomGenerator.getDefault());
        for (int i = 0; i < 10; i++) {
            backoff.next();
        }
        backoff.reset();
        assertThat(backoff.next()).isLessThanOrEqualTo(FIRST);
    }
}
