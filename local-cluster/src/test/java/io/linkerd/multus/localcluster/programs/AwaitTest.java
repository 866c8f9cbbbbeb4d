// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AwaitTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(1);

    @Test
    void asksUntilItHolds() throws IOException {
        var asked = new AtomicInteger();

        assertThat(Await.holds(LONG, SHORT, () -> asked.incrementAndGet() == 3)).isTrue();
        assertThat(asked).hasValue(3);
    }

    @Test
    void givesUpWhenItsPatienceIsOver() throws IOException {
        assertThat(Await.holds(SHORT, SHORT, () -> false)).isFalse();
    }

    @Test
    void asksOnceWhereThereIsNoPatience() throws IOException {
        assertThat(Await.holds(Duration.ZERO, LONG, () -> true)).isTrue();
    }

    @Test
    void endsWithWhatTheConditionThrows() {
        assertThatThrownBy(() -> Await.holds(LONG, LONG, () -> {
                    throw new IOException("it has ended");
                }))
                .hasMessage("it has ended");
    }

    @Test
    void endsAndStaysInterruptedWhenItsThreadIs() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> Await.holds(LONG, LONG, () -> false)).hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }
}
