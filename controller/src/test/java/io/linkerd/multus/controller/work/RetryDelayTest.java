// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.work;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.Generate.oneOf;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.doubles;
import static org.quicktheories.generators.SourceDSL.integers;

import java.time.Duration;
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

    @Test
    void liesBetweenHalfAndWholeOfTheCappedDelay() {
        var failures = oneOf(integers().between(1, 70), integers().between(1, Integer.MAX_VALUE));
        var randoms = oneOf(doubles().between(0, 1), arbitrary().pick(0.0, 1.0));
        property().forAll(failures, randoms).checkAssert((failure, random) -> {
            var whole = new RetryDelay(Duration.ofMillis(100), Duration.ofSeconds(30), () -> 1.0).afterFailure(failure);
            var delay = new RetryDelay(Duration.ofMillis(100), Duration.ofSeconds(30), () -> random);
            assertThat(delay.afterFailure(failure)).isBetween(whole.dividedBy(2), whole);
        });
    }
}
