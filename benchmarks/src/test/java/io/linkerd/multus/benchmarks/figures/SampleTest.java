// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
        assertThat(HUNDRED.percentile(1)).isEqualTo(100);
        assertThat(Samples.of(7).percentile(0.99)).isEqualTo(7);
        assertThat(Samples.of(1, 2, 3).percentile(0.99)).isEqualTo(3);
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
