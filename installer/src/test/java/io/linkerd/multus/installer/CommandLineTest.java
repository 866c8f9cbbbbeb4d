// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommandLineTest {
    @Test
    void isTheDaemonWithoutArguments() {
        assertThat(CommandLine.of(List.of())).isEqualTo(new CommandLine.Daemon());
    }

    @Test
    void isNoDaemonWithAnArgumentThatIsNotKnown() {
        assertThat(CommandLine.of(List.of("instal"))).isEqualTo(new CommandLine.Wrong("Unknown command: instal"));
        assertThat(CommandLine.of(List.of(""))).isInstanceOf(CommandLine.Wrong.class);
    }

    @Test
    void passesOverWhatFollowsVersion() {
        assertThat(CommandLine.of(List.of("version", "--any"))).isEqualTo(new CommandLine.Version());
    }
}
