// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallerPatienceTest {
    @ParameterizedTest
    @CsvSource({"1s, 800", "5s, 4500", "10s, 9000", "30s, 27000"})
    void leavesTimeForTheAnswersWay(String timeout, long millis) {
        assertThat(CallerPatience.read(Optional.of(timeout))).isEqualTo(Duration.ofMillis(millis));
    }

    /** A caller that said 99 s had a judge at work for as long. */
    @ParameterizedTest
    @ValueSource(strings = {"31s", "60s", "99s"})
    void endsNoLaterThanKubernetesWouldForItsLongestTimeout(String timeout) {
        assertThat(CallerPatience.read(Optional.of(timeout))).isEqualTo(Duration.ofSeconds(27));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0s", "-5s", "5", "5m", "1.5s", "999s", "soon"})
    void takesKubernetesDefaultForWhatNoApiServerSends(String timeout) {
        assertThat(CallerPatience.read(Optional.of(timeout))).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void takesKubernetesDefaultWhereNothingIsSaid() {
        assertThat(CallerPatience.read(Optional.empty())).isEqualTo(Duration.ofSeconds(9));
    }
}
