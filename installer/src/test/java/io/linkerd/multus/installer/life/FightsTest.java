// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.life;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FightsTest {
    private static final String FILE = "/opt/cni/bin/linkerd-cni";
    private final AtomicLong now = new AtomicLong(42);
    private final Fights fights = new Fights(now::get);

    @Test
    void repairsTheFirstFewAtOnce() {
        for (int i = 0; i < 3; i++) {
            assertThat(fights.repaired(FILE)).isEmpty();
        }
        assertThat(fights.postponed()).isEmpty();
    }

    @Test
    void givesWayForLongerAndLongerUpToHalfAMinute() {
        Optional<Duration> wait = Optional.empty();
        for (int i = 0; i < 20; i++) {
            wait = fights.repaired(FILE);
            wait.ifPresent(this::pass);
        }
        assertThat(wait).contains(Duration.ofSeconds(30));
    }

    @Test
    void postponesUntilTheWaitIsOver() {
        for (int i = 0; i < 4; i++) {
            fights.repaired(FILE);
        }
        assertThat(fights.postponed()).containsExactly(FILE);
        assertThat(fights.nextTurn()).contains(Duration.ofMillis(100));
        pass(Duration.ofMillis(100));
        assertThat(fights.postponed()).isEmpty();
        assertThat(fights.nextTurn()).isEmpty();
    }

    @Test
    void forgetsAfterAMinuteOfPeace() {
        for (int i = 0; i < 10; i++) {
            fights.repaired(FILE);
        }
        pass(Duration.ofSeconds(61));
        assertThat(fights.repaired(FILE)).isEmpty();
    }

    @Test
    void keepsFilesApart() {
        for (int i = 0; i < 10; i++) {
            fights.repaired(FILE);
        }
        assertThat(fights.repaired("/other")).isEmpty();
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
