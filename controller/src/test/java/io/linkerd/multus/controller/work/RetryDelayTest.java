// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RetryDelayTest {
    @Test
    void doublesUpToTheCap() {
        var delay = new RetryDelay(Duration.ofMillis(100), Duration.ofSeconds(30), () -> 1.0);
        assertThat(delay.afterFailure(1)).isEqualTo(Duration.ofMillis(100));
        assertThat(delay.afterFailure(2)).isEqualTo(Duration.ofMillis(200));
        assertThat(delay.afterFailure(5)).isEqualTo(Duration.ofMillis(1600));
        assertThat(delay.afterFailure(20)).isEqualTo(Duration.ofSeconds(30));
    }

    @Property
    void liesBetweenHalfAndWholeOfTheCappedDelay(
            @ForAll @IntRange(min = 1) int failure, @ForAll @DoubleRange(min = 0, max = 1) double random) {
        var whole = new RetryDelay(Duration.ofMillis(100), Duration.ofSeconds(30), () -> 1.0).afterFailure(failure);
        assertThat(new RetryDelay(Duration.ofMillis(100), Duration.ofSeconds(30), () -> random).afterFailure(failure))
                .isBetween(whole.dividedBy(2), whole);
    }
}
