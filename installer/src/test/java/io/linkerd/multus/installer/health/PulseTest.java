// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.clocks.Clocks;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PulseTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // the clock of durations may wrap
    private final Pulse pulse = new Pulse(new Clocks(InstantSource.system(), now::get));

    @Test
    void isFineAsLongAsTheNodeIsLookedAt() {
        pulse.beat();
        for (int look = 0; look < 20; look++) {
            pass(Duration.ofSeconds(60));
            assertThat(pulse.whyNotReady()).isEmpty();
            assertThat(pulse.whyNotAlive()).isEmpty();
            pulse.beat();
        }
    }

    @Test
    void doesNotVouchForANodeThatWasNotLookedAtForAWhile() {
        pulse.beat();
        pass(Duration.ofSeconds(90));

        assertThat(pulse.whyNotReady()).singleElement().asString().contains("90 s ago");
        assertThat(pulse.whyNotAlive()).isEmpty();
    }

    @Test
    void tellsHowLongAgoTheNodeWasLookedAtWhileItIsOurs() {
        pulse.beat();
        pass(Duration.ofSeconds(5));
        assertThat(pulse.silence()).hasValue(Duration.ofSeconds(5));

        pulse.rest();
        assertThat(pulse.silence()).isEmpty();
    }

    @Test
    void isNotAliveWhenOnlyARestartCanHelp() {
        pulse.beat();
        pass(Duration.ofMinutes(4));

        assertThat(pulse.whyNotAlive()).singleElement().asString().contains("hangs");
    }

    @Test
    void isAliveHoweverLongItWaitsForAnotherInstaller() {
        pulse.beat();
        pulse.rest();
        pass(Duration.ofHours(5));

        assertThat(pulse.whyNotAlive()).isEmpty();
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
