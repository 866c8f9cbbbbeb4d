// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.linkerd.multus.cli.output.Look;
import io.linkerd.multus.cli.output.Terminal;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

class CompletionCommandTest {
    @Command(name = "tool")
    static final class Tool {
        @Command(name = "below", description = "Is below.")
        void below(
                @Option(names = "--deep-unseen", hidden = true) boolean deep,
                @Option(
                                names = {"-f", "--file"},
                                paramLabel = "FILE")
                        String file) {}

        @Command(name = "secret", hidden = true)
        void secret() {}
    }

    private static CommandLine tool() {
        var line = new CommandLine(new Tool());
        line.getCommandSpec()
                .addOption(OptionSpec.builder("--seen").description("it's seen").build())
                .addOption(OptionSpec.builder("--unseen").hidden(true).build());
        return CompletionCommand.shown(line);
    }

    @TempDir
    private Path folder;

    private static List<CommandLine> commands() {
        var nowhere = new PrintWriter(Writer.nullWriter());
        var root = CompletionCommand.shown(Root.commandLine(Map.of(), new Terminal(nowhere, nowhere, Look.PLAIN)));
        return Stream.concat(Stream.of(root), root.getSubcommands().values().stream())
                .toList();
    }

    private static Stream<String> longOptions() {
        return commands().stream()
                .flatMap(command -> command.getCommandSpec().options().stream())
                .flatMap(option -> Stream.of(option.names()))
                .filter(name -> name.startsWith("--"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void eachCommandAndOptionIsCompletedAndNoHiddenOne(String shell) {
        var called = Called.with("completion", shell);

        assertThat(called).isEqualTo(new Called(Exit.FINE, called.out(), ""));
        assertThat(commands().stream().skip(1).map(CommandLine::getCommandName))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(called.out()).containsPattern("\\b" + name + "\\b"));
        assertThat(longOptions())
                .contains("--kubeconfig", "--client")
                .allSatisfy(name ->
                        assertThat(called.out()).contains(shell.equals("fish") ? " -l " + name.substring(2) : name));
        assertThat(called.out())
                .contains("linkerd-multus")
                .doesNotContain(ExtensionMetadata.COMMAND, "extension_metadata", "extensionmetadata");
    }

    /** The name as which kubectl or Linkerd called it is none that a shell completes. */
    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void itIsForTheProgramWhateverItWasCalledAs(String shell) {
        assertThat(Called.as(Map.of("LINKERD_MULTUS_CALLED_AS", "linkerd multus"), "completion", shell))
                .isEqualTo(Called.with("completion", shell));
    }

    @Test
    void bashReadsItWithoutComplaint() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash on this machine");
        var script = Files.writeString(
                folder.resolve("completion"), Called.with("completion", "bash").out());

        assertThat(bash("-n", script.toString())).isEmpty();
        assertThat(bash(
                        "-c",
                        ". " + script
                                + "; COMP_WORDS=(linkerd-multus ver); COMP_CWORD=1; COMP_LINE='linkerd-multus ver'; "
                                + "_complete_linkerd-multus; echo ${COMPREPLY[@]}"))
                .isEqualTo("version\n");
    }

    private static String bash(String... arguments) throws Exception {
        var process = new ProcessBuilder(Stream.concat(Stream.of("/bin/bash"), Stream.of(arguments))
                        .toList())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return said;
    }

    @Test
    void fishGetsALineForEachCommandAndOption() {
        assertThat(FishCompletion.of("tool", tool().getCommandSpec())).isEqualTo("""
                # Completions of tool for fish
                complete -c tool -f
                complete -c tool -n __fish_use_subcommand -l seen -d 'it\\'s seen'
                complete -c tool -n __fish_use_subcommand -a 'below' -d 'Is below.'
                complete -c tool -n '__fish_seen_subcommand_from below' -s f -l file -r -F
                """);
        assertThat(Called.with("completion", "fish").out())
                .contains(
                        "complete -c linkerd-multus -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'\n",
                        "complete -c linkerd-multus -n '__fish_seen_subcommand_from version' -s o -l output -x -a 'text json' ");
    }

    @Test
    void hiddenOptionsAreLeftOutAtEachLevel() {
        var text = AutoComplete.bash("tool", tool());

        assertThat(text).contains("--seen", "--file").doesNotContain("unseen", "secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"completion", "completion tcsh"})
    void anotherShellIsRefusedWithThoseThatThereAre(String arguments) {
        var called = Called.with(arguments.split(" "));

        assertThat(called.code()).isEqualTo(Exit.USAGE);
        assertThat(called.err()).contains("bash", "zsh", "fish");
    }
}
