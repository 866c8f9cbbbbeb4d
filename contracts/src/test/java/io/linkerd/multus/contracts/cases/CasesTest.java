// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.cases;

import static io.linkerd.multus.contracts.cases.Cases.anyBytes;
import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quicktheories.generators.SourceDSL.arbitrary;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CasesTest {

    @Test
    void aFailureSaysTheSmallestCaseItsReasonAndTheSeed() {
        assertThatThrownBy(() -> property()
                        .withFixedSeed(7)
                        .forAll(texts())
                        .checkAssert(text -> assertThat(text).hasSizeLessThan(3)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("-DQT_SEED=7)")
                .hasMessageEndingWith(System.lineSeparator() + "!!!")
                .hasCauseInstanceOf(AssertionError.class);
    }

    @Test
    void aFailureIsPrintableWhateverTheCaseHolds() {
        assertThatThrownBy(() ->
                        property().forAll(arbitrary().pick("a\u0000\ud800ü")).check(_ -> false))
                .hasMessageEndingWith("a\\u{0}\\u{d800}ü");
    }

    @Test
    void aSeedBringsTheSameCasesBack() {
        assertThat(bytesOfSeed(11)).isEqualTo(bytesOfSeed(11)).isNotEqualTo(bytesOfSeed(12));
    }

    private static List<List<Byte>> bytesOfSeed(long seed) {
        var seen = new ArrayList<List<Byte>>();
        property().withExamples(20).withFixedSeed(seed).forAll(anyBytes()).checkAssert(bytes -> {
            var boxed = new ArrayList<Byte>();
            for (byte one : bytes) {
                boxed.add(one);
            }
            seen.add(boxed);
        });
        return seen;
    }
}
