// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class NotRunTest {
    @Test
    void namesEachTestWithItsReason() {
        assertThat(NotRun.report(Map.of("b.SecondIT", "it is Monday", "a.FirstIT", "Assumption failed: takes root")))
                .isEqualTo("""
                        NOT RUN, and so neither passed nor failed:
                          a.FirstIT: takes root
                          b.SecondIT: it is Monday""");
    }
}
