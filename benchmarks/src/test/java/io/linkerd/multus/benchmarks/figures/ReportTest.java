// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final Measured FASTER = new Measured(
            Figure.WEBHOOK_RATE,
            Samples.of(15000, 13000, 14000),
            Map.of(Baseline.GO, Samples.of(1000), Baseline.ENDPOINT, Samples.of(17500)));
    private static final Measured FAT = new Measured(Figure.WEBHOOK_RSS_BUSY, Samples.of(190.5), Map.of());
    private static final Measured UNBOUND =
            new Measured(Figure.WEBHOOK_P50, Samples.of(5), Map.of(Baseline.GO, Samples.of(4)));

    @Test
    void putsEachFigureBesideItsBaselinesAndItsBound() {
        assertThat(new Report(List.of(FASTER, UNBOUND, FAT)).text()).isEqualTo("""
                                   ours      of rounds  Go peer  ratio  bare endpoint  ratio                                        bound
                requests/s        14000  13000 – 15000     1000  14.00          17500   0.80  ≥ 4.00 × Go peer, ≥ 0.70 × earlier if asked  pass
                p50 ms             5.00    5.00 – 5.00     4.00   1.25
                RSS MiB, at most  190.5  190.5 – 190.5                                                                        ≤ 180.0 MiB  FAIL
                """);
    }

    @Test
    void passesWhereEveryBoundIsKept() {
        assertThat(new Report(List.of(FASTER, UNBOUND)).passed()).isTrue();
    }

    @Test
    void failsByOneBoundThatIsMissed() {
        assertThat(new Report(List.of(FASTER, FAT)).passed()).isFalse();
    }
}
