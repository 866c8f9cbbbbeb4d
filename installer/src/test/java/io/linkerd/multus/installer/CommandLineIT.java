// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CommandLineIT {
    @Test
    void endsWithTwoAndTellsUsageForAnArgumentThatIsNotKnown() throws Exception {
        var run = OneShot.run(Map.of(), "--daemon");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("Unknown command: --daemon\n").contains("Usage:");
    }

    @Test
    void printsItsVersion() throws Exception {
        assertThat(OneShot.run(Map.of(), "version").out()).matches("\\d+\\.\\d+\\.\\d+\\S*\\n");
    }
}
