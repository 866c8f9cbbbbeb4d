// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.shim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The tests that are written in C, under the sanitizers for addresses, leaks and undefined behaviour. */
class ShimUnitIT {

    @Test
    void unitsHold() throws Exception {
        assertThat(ShimBuild.CHECKED.make("test")).containsPattern("[1-9][0-9]{3,} checks, 0 failed");
    }

    /** What the fuzzer is seeded with; whatever it finds becomes a file there. */
    @Test
    void corpusOfTheFuzzerEndsInNoFault() throws Exception {
        assertThat(ShimBuild.CHECKED.make("replay"))
                .containsPattern("[1-9][0-9]* inputs of fuzz/corpus/config")
                .containsPattern("[1-9][0-9]* inputs of fuzz/corpus/answer")
                .containsPattern("[1-9][0-9]* inputs of fuzz/corpus/result")
                .containsPattern("[1-9][0-9]* inputs of fuzz/corpus/action")
                .containsPattern("[1-9][0-9]* inputs of fuzz/corpus/route");
    }
}
