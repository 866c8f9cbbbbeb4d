// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {

    @Test
    void servesByTheUsualFileUnlessItIsToldAnother() {
        assertThat(CommandLine.of(List.of()))
                .isEqualTo(new CommandLine.Serve("/etc/cni/net.d/multus.d/daemon-config.json", List.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-config /a=b", "--config /a=b", "-config=/a=b", "--config=/a=b", "-config /x -config /a=b"})
    void takesTheLastFile(String arguments) {
        assertThat(of(arguments)).isEqualTo(new CommandLine.Serve("/a=b", List.of()));
    }

    /** Whatever follows the option is its value, as Go has it. */
    @Test
    void takesTheNextArgumentWhateverItIs() {
        assertThat(of("-config -version")).isEqualTo(new CommandLine.Serve("-version", List.of()));
        assertThat(CommandLine.of(List.of("-config="))).isEqualTo(new CommandLine.Serve("", List.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-version", "--version", "-version=T", "-version=1 -config x", "-config x -version -- -y"})
    void showsItsVersion(String arguments) {
        assertThat(of(arguments)).isEqualTo(new CommandLine.ShowVersion());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-version=false", "-version=0", "-version -version=F"})
    void doesNotShowItsVersionWhereItIsToldNotTo(String arguments) {
        assertThat(of(arguments)).isEqualTo(new CommandLine.Serve(CommandLine.CONFIG_FILE, List.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-h", "-help", "--help", "-config x --h"})
    void showsItsUsage(String arguments) {
        assertThat(of(arguments)).isEqualTo(new CommandLine.ShowUsage());
        assertThat(CommandLine.USAGE).contains("-config", CommandLine.CONFIG_FILE, "-version");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run -version | run,-version",
                "- -version   | -,-version",
                "-- -version  | -version",
                "-config=/etc/cni/net.d/multus.d/daemon-config.json -- | ''"
            })
    void readsNothingBehindTheFirstThatIsNoOption(String arguments, String ignored) {
        assertThat(of(arguments)).isInstanceOfSatisfying(CommandLine.Serve.class, serve -> {
            assertThat(serve.configFile()).isEqualTo(CommandLine.CONFIG_FILE);
            assertThat(String.join(",", serve.ignored())).isEqualTo(ignored);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-config          | flag needs an argument: -config",
                "-version=maybe   | invalid boolean value \"maybe\" for -version: parse error",
                "-version=        | invalid boolean value \"\" for -version: parse error",
                "-port 1          | flag provided but not defined: -port",
                "--port=1         | flag provided but not defined: -port",
                "---config x      | bad flag syntax: ---config",
                "-=x              | bad flag syntax: -=x",
                "--=x             | bad flag syntax: --=x"
            })
    void refusesWhatThereIsNot(String arguments, String reason) {
        assertThat(of(arguments)).isEqualTo(new CommandLine.Wrong(reason));
    }

    private static CommandLine of(String arguments) {
        return CommandLine.of(List.of(arguments.split(" ")));
    }
}
