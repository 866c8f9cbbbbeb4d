// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class FightTest {
    private static final Fight.Manners MANNERS = new Fight.Manners(3, Backoff.AGAIN);

    @Test
    void writesTheFirstFewAtOnceAndThenGivesWayForLongerAndLonger() {
        var fight = Fight.none(MANNERS, 0);
        for (int write = 1; write <= 3; write++) {
            fight = fight.written(write);
            assertThat(fight.isOn()).isFalse();
            assertThat(fight.pause()).isZero();
        }
        for (int write = 1; write <= 30; write++) {
            fight = fight.written(3 + write);
            assertThat(fight.isOn()).isTrue();
            assertThat(fight.pause()).isEqualTo(Backoff.AGAIN.after(write));
            assertThat(fight.pause(RandomGenerator.getDefault()))
                    .isBetween(fight.pause().dividedBy(2), fight.pause());
        }
        assertThat(fight.pause()).isEqualTo(Duration.ofSeconds(30));
        assertThat(fight.since(fight.last() + 5)).isEqualTo(Duration.ofNanos(5));
    }
}
