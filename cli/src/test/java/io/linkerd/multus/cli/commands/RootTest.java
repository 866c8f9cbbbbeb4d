// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.cli.output.Look;
import io.linkerd.multus.cli.output.Terminal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class RootTest {
    private static CommandLine root() {
        var nowhere = new PrintWriter(Writer.nullWriter());
        return Root.commandLine(Map.of(), new Terminal(nowhere, nowhere, Look.PLAIN));
    }

    private static Stream<String> commands() {
        return root().getSubcommands().entrySet().stream()
                .filter(entry ->
                        !entry.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey);
    }

    @Test
    void helpNamesEachCommandButTheHiddenOnes() {
        var called = Called.with("--help");

        assertThat(called.code()).isEqualTo(Exit.FINE);
        assertThat(called.err()).isEmpty();
        assertThat(called.out())
                .startsWith("Usage: linkerd-multus ")
                .doesNotContain(ExtensionMetadata.COMMAND, TypedWords.COMMAND);
        assertThat(commands())
                .contains("check", "version", "completion")
                .allSatisfy(name -> assertThat(called.out()).contains("  " + name + " "));
    }

    /** A manifest that the disk had no room for was half there, and the program ended as if it was whole. */
    @Test
    void whatCannotBeWrittenIsAFailure() {
        var full = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        var err = new StringWriter();
        var terminal = new Terminal(
                new PrintWriter(full, true, StandardCharsets.UTF_8), new PrintWriter(err, true), Look.PLAIN);

        int code = Root.commandLine(Map.of(), terminal).execute("install", "--platform", "kubernetes", "--mode", "nad");

        assertThat(code).isEqualTo(Exit.USAGE);
        assertThat(err.toString()).contains("not all of it could be written");
    }

    /** The list of commands has the first line alone: it broke off in the middle of a sentence. */
    @Test
    void theListSaysOfEachCommandOneWholeSentence() {
        assertThat(Called.with("--help").out().lines().dropWhile(line -> !line.startsWith("Commands:")))
                .hasSizeGreaterThan(5)
                .allSatisfy(line -> assertThat(line).matches("Commands:|  [a-z-]+ +[A-Z].+\\."));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpOfACommandIsOnStdout(String command) {
        var called = Called.with(command, "--help");

        assertThat(called).isEqualTo(new Called(Exit.FINE, called.out(), ""));
        assertThat(called.out()).contains("linkerd-multus " + command, "--help");
    }

    @ParameterizedTest
    @ValueSource(strings = {"linkerd multus", "kubectl linkerd-multus"})
    void usageIsAsTheProgramWasCalled(String name) {
        var environment = Map.of("LINKERD_MULTUS_CALLED_AS", name);

        assertThat(Called.as(environment, "--help").out()).startsWith("Usage: " + name + " ");
        assertThat(Called.as(environment, "version", "--help").out()).startsWith("Usage: " + name + " version ");
        assertThat(Called.as(environment, "version", "--nothing").err()).endsWith("See " + name + " version --help\n");
    }

    @Test
    void anUnknownCommandIsAnsweredWithThoseThatAreLikeIt() {
        var called = Called.with("chek");

        assertThat(called.code()).isEqualTo(Exit.USAGE);
        assertThat(called.out()).isEmpty();
        assertThat(called.err()).startsWith("linkerd-multus: ").contains("'chek'", "Did you mean", "check");
    }

    @Test
    void withoutACommandItSaysWhichThereAre() {
        var called = Called.with();

        assertThat(called.code()).isEqualTo(Exit.USAGE);
        assertThat(called.out()).isEmpty();
        assertThat(called.err())
                .startsWith("linkerd-multus: a command is missing\nUsage: linkerd-multus ")
                .contains("  check ");
    }

    @Test
    void anUnknownOptionIsAMistakeAndLikeOnesAreNamed() {
        var called = Called.with("version", "--clent");

        assertThat(called.code()).isEqualTo(Exit.USAGE);
        assertThat(called.err()).contains("--clent", "--client");
    }

    /** linkerd2's {@code cli/cmd/check_extensions.go}: it passes on what it was called with, known to the extension or not. */
    @Test
    void checkTakesWhatLinkerdPassesOn() {
        var parsed = root().parseArgs(
                        "check",
                        "--cni-namespace=linkerd-cni",
                        "--expected-version",
                        "edge-26.8.3",
                        "--crds",
                        "-x",
                        "--help-not");

        assertThat(parsed.subcommand().commandSpec().name()).isEqualTo("check");
        assertThat(parsed.subcommand().unmatched())
                .contains(
                        "--cni-namespace=linkerd-cni",
                        "--expected-version",
                        "edge-26.8.3",
                        "--crds",
                        "-x",
                        "--help-not");
    }

    @Test
    void linkerdIsToldToCallCheck() {
        assertThat(Called.with("_extension-metadata"))
                .isEqualTo(new Called(Exit.FINE, "{\"name\":\"linkerd-multus\",\"checks\":\"always\"}\n", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "version --version", "check -V"})
    void versionIsAnOptionOfAllToo(String arguments) {
        assertThat(Called.with(arguments.split(" "))).satisfies(called -> {
            assertThat(called.code()).isEqualTo(Exit.FINE);
            assertThat(called.out()).startsWith("linkerd-multus ").hasLineCount(1);
        });
    }
}
