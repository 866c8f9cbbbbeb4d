// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BackoffTest {
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(30));
    private static final RandomGenerator NO_JITTER = () -> 0L;
    private static final RandomGenerator MOST_JITTER = () -> -1L;

    @ParameterizedTest(name = "after {0} failures {1}")
    @CsvSource({
        "1, PT0.1S",
        "2, PT0.2S",
        "3, PT0.4S",
        "9, PT25.6S",
        "10, PT30S",
        "64, PT30S",
        "2147483647, PT30S",
        "0, PT0.1S"
    })
    void doublesUpToItsCap(int failures, Duration wait) {
        assertThat(BACKOFF.after(failures)).isEqualTo(wait);
        assertThat(BACKOFF.after(failures, NO_JITTER)).isEqualTo(wait);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 1000})
    void isShortenedByAHalfAtMost(int failures) {
        var whole = BACKOFF.after(failures);

        assertThat(BACKOFF.after(failures, MOST_JITTER))
                .isGreaterThanOrEqualTo(whole.dividedBy(2))
                .isLessThan(whole.dividedBy(2).plusMillis(1));
        assertThat(BACKOFF.after(failures, RandomGenerator.getDefault())).isBetween(whole.dividedBy(2), whole);
    }

    @Test
    void aFirstWaitBeyondTheCapIsTheCap() {
        var capped = new Backoff(Duration.ofMinutes(5), Duration.ofSeconds(1));

        assertThat(capped.after(1)).isEqualTo(Duration.ofSeconds(1));
    }
}
