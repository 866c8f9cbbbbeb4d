// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SampleTest {
    private static final Sample HUNDRED =
            Sample.of(IntStream.rangeClosed(1, 100).mapToObj(Double::valueOf).toList());

    @Test
    void aPercentileIsAValueThatWasMeasured() {
        assertThat(HUNDRED.percentile(0.5)).isEqualTo(50);
        assertThat(HUNDRED.percentile(0.99)).isEqualTo(99);
        assertThat(Samples.of(1, 2, 3).percentile(0.5)).isEqualTo(2);
    }

    @Test
    void theHighestOfAFewIsNoPercentile() {
        var few = Sample.of(IntStream.range(0, 99).mapToObj(Double::valueOf).toList());

        assertThatIllegalStateException().isThrownBy(() -> few.percentile(0.99)).withMessageContaining("99 values");
    }

    @Test
    void theMedianIsTheMiddleInWhateverOrderValuesCome() {
        assertThat(Samples.of(9, 1, 5).median()).isEqualTo(5);
        assertThat(Samples.of(4, 1, 2, 3).median()).isEqualTo(2.5);
    }

    @Test
    void knowsItsEnds() {
        assertThat(HUNDRED.lowest()).isEqualTo(1);
        assertThat(HUNDRED.highest()).isEqualTo(100);
    }

    @Test
    void refusesToSpeakOfNothing() {
        assertThatIllegalArgumentException().isThrownBy(() -> Sample.of(List.of()));
    }
}
