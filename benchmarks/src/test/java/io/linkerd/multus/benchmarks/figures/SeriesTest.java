// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class SeriesTest {
    private final Series series = new Series();

    @Test
    void memoryIsShownInMebibytes() {
        series.addKibibytes(Figure.INSTALLER_RSS_NAD, 3 << 10);

        assertThat(series.of(Figure.INSTALLER_RSS_NAD).orElseThrow().median()).isEqualTo(3);
    }

    @Test
    void memoryThatNobodySawKeepsNoBound() {
        assertThatIllegalStateException()
                .isThrownBy(() -> series.addKibibytes(Figure.WEBHOOK_RSS_BUSY, 0))
                .withMessageContaining("WEBHOOK_RSS_BUSY");
    }
}
