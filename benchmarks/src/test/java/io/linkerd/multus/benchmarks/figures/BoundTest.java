// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BoundTest {
    private static Measured measured(double ours, double theirs) {
        return new Measured(Figure.WEBHOOK_RATE, Samples.of(ours), Map.of(Baseline.GO, Samples.of(theirs)));
    }

    @ParameterizedTest
    @CsvSource({"99, PASS", "100, PASS", "101, FAIL"})
    void aLimitMayBeReached(double ours, Verdict verdict) {
        assertThat(new Bound.AtMost(100).judge(measured(ours, 1))).isEqualTo(verdict);
    }

    /** The median of two rounds without a failure and one with 500 is none. */
    @Test
    void whatMayNeverHappenMayHappenInNoRound() {
        var once = new Measured(Figure.WEBHOOK_FAILURES, Samples.of(0, 0, 500), Map.of());

        assertThat(new Bound.Never().judge(once)).isEqualTo(Verdict.FAIL);
        assertThat(new Bound.Never().judge(measured(0, 1))).isEqualTo(Verdict.PASS);
    }

    /** No Event at all is not one Event. */
    @ParameterizedTest
    @CsvSource({"0, FAIL", "1, PASS", "2, FAIL"})
    void whatHasToBeSoMuchMayBeNeitherMoreNorLess(double ours, Verdict verdict) {
        assertThat(new Bound.Exactly(1).judge(measured(ours, 1))).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"199, PASS", "200, PASS", "201, FAIL"})
    void whatShouldBeLowIsHeldToTheBaselineFromAbove(double ours, Verdict verdict) {
        assertThat(new Bound.AtMostTimes(2, Baseline.GO).judge(measured(ours, 100)))
                .isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"99, FAIL", "100, PASS", "101, PASS"})
    void whatShouldBeHighIsHeldToTheBaselineFromBelow(double ours, Verdict verdict) {
        assertThat(new Bound.AtLeastTimes(1, Baseline.GO).judge(measured(ours, 100)))
                .isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"69, FAIL", "70, PASS"})
    void aBaselineThatARunMayLeaveOutHoldsWhereItIsThere(double ours, Verdict verdict) {
        var bound = new Bound.WhereMeasured(new Bound.AtLeastTimes(0.7, Baseline.GO));

        assertThat(bound.judge(measured(ours, 100))).isEqualTo(verdict);
        assertThat(bound.judge(new Measured(Figure.WEBHOOK_RATE, Samples.of(ours), Map.of())))
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void withoutABoundThereIsNoVerdict() {
        assertThat(new Bound.None().judge(measured(1, 1))).isEqualTo(Verdict.NONE);
    }

    @Test
    void aBaselineThatIsMissingIsNoSuccess() {
        var bound = new Bound.AtLeastTimes(1, Baseline.ENDPOINT);

        assertThatIllegalStateException()
                .isThrownBy(() -> bound.judge(measured(1, 1)))
                .withMessageContaining("ENDPOINT");
    }

    @ParameterizedTest
    @EnumSource(Figure.class)
    void everyBoundIsShownInItsUnit(Figure figure) {
        var text = figure.bound().text(figure.unit());

        assertThat(text.isEmpty()).isEqualTo(figure.bound() instanceof Bound.None);
    }

    @Test
    void saysWhatItHoldsTo() {
        assertThat(new Bound.AtMost(180).text(Unit.MEBIBYTES)).isEqualTo("≤ 180.0 MiB");
        assertThat(new Bound.AtLeastTimes(1, Baseline.GO).text(Unit.PER_SECOND)).isEqualTo("≥ 1.00 × Go peer");
    }
}
