// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.multus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CallOutcomesTest {
    private static final String SAID = """
            0 1500 0
            1 250 512
            0 2500 1024
            139 50 256
            4000
            """;

    @Test
    void theLastLineIsOfAllCalls() {
        var outcomes = CallOutcomes.read(SAID);

        assertThat(outcomes.all()).isEqualTo(Duration.ofMillis(4));
        assertThat(outcomes.calls()).hasSize(4).contains(new CallOutcomes.Ended(1, 250, 512));
        assertThat(outcomes.milliseconds().median()).isEqualTo((0.25 + 1.5) / 2);
    }

    @Test
    void aPluginThatASignalEndedHasFailed() {
        assertThat(CallOutcomes.read(SAID).failures()).isEqualTo(2);
    }

    @Test
    void everySecondCallIsOfOneKind() {
        assertThat(CallOutcomes.read(SAID).everySecond(0).milliseconds().median())
                .isEqualTo(2);
        assertThat(CallOutcomes.read(SAID).everySecond(1).kibibytes().median()).isEqualTo(384);
    }

    @Test
    void wordsThatAreNoFiguresAreNotTakenForSome() {
        assertThatExceptionOfType(NumberFormatException.class).isThrownBy(() -> CallOutcomes.read("0 fast 0\n1\n"));
    }
}
