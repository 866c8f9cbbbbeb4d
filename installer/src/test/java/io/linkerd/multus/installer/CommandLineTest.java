// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.verbs.VerbCommand;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.event.Level;

class CommandLineTest {
    @Test
    void isTheDaemonWithoutArguments() {
        assertThat(CommandLine.of(List.of())).isEqualTo(new CommandLine.Daemon(Optional.empty()));
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

    /** Of Linkerd's own installer, in whose DaemonSet only the image is another. */
    @Test
    void takesTheLogLevelOfLinkerdsInstaller() {
        assertThat(CommandLine.of(List.of("--log-level", "debug")))
                .isEqualTo(new CommandLine.Daemon(Optional.of(Level.DEBUG)));
        assertThat(CommandLine.of(List.of("--log-level=warning")))
                .isEqualTo(new CommandLine.Daemon(Optional.of(Level.WARN)));
        assertThat(CommandLine.of(List.of("--log-level=loud"))).isInstanceOf(CommandLine.Wrong.class);
        assertThat(CommandLine.of(List.of("--log-level"))).isInstanceOf(CommandLine.Wrong.class);
    }

    /** The levels of Go's logrus, in any case. */
    @ParameterizedTest
    @CsvSource({
        "panic, ERROR",
        "fatal, ERROR",
        "Error, ERROR",
        "WARN, WARN",
        "info, INFO",
        "Debug, DEBUG",
        "trace, TRACE"
    })
    void knowsEveryLogLevelOfLinkerdsInstaller(String name, Level level) {
        assertThat(CommandLine.of(List.of("--log-level=" + name)))
                .isEqualTo(new CommandLine.Daemon(Optional.of(level)));
    }

    @Test
    void refusesWhatFollowsALogLevel() {
        assertThat(CommandLine.of(List.of("--log-level", "debug", "x"))).isInstanceOf(CommandLine.Wrong.class);
        assertThat(CommandLine.of(List.of("--log-level=debug", "x"))).isInstanceOf(CommandLine.Wrong.class);
    }

    @Test
    void isAVerbWithItsOptionsOrSaysWhatIsWrongWithThem() {
        assertThat(CommandLine.of(List.of("list"))).isEqualTo(new CommandLine.Verb(new VerbCommand.ListPlugins()));
        assertThat(CommandLine.of(List.of("install", "--any")))
                .isEqualTo(new CommandLine.Wrong("Unknown option: --any"));
    }

    @Test
    void explainsItself() {
        assertThat(CommandLine.of(List.of("--help"))).isEqualTo(new CommandLine.Help());
        assertThat(CommandLine.of(List.of("--print-settings"))).isEqualTo(new CommandLine.PrintSettings());
        assertThat(CommandLine.of(List.of("--version"))).isEqualTo(new CommandLine.Version());
    }
}
