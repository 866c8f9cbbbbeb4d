// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ResidentMemoryTest {
    @Test
    void readsTotalPrivateAndPeak() throws IOException {
        var own = ResidentMemory.of(ProcessHandle.current().pid()).orElseThrow();

        assertThat(own.privateKibibytes()).isPositive().isLessThan(own.totalKibibytes());
        assertThat(own.peakKibibytes()).isGreaterThanOrEqualTo(own.totalKibibytes());
    }

    @Test
    void hasNothingOfAProcessThatHasEnded() throws Exception {
        var process = new ProcessBuilder("true").start();
        process.waitFor();

        assertThat(ResidentMemory.of(process.pid())).isEmpty();
    }
}
