// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.output.Terminal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

/** Prints completions for shells. */
@Command(
        mixinStandardHelpOptions = true,
        name = "completion",
        description = "Prints completions for bash, zsh or fish.",
        footer = {
            "",
            "bash and zsh:  source <(linkerd-multus completion bash)",
            "fish:          linkerd-multus completion fish | source"
        })
final class CompletionCommand implements Callable<Integer> {
    /** A shell that completes. */
    enum Shell {
        /** Bourne again. */
        BASH,
        /** Z: it takes bash's by its {@code bashcompinit}, which the text calls. */
        ZSH,
        /** Friendly and interactive. */
        FISH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Terminal terminal;
    private final Map<String, String> environment;

    @Parameters(paramLabel = "SHELL", description = "one of: ${COMPLETION-CANDIDATES}")
    private Shell shell = Shell.BASH;

    CompletionCommand(Terminal terminal, Map<String, String> environment) {
        this.terminal = terminal;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        var line = shown(Root.commandLine(environment, terminal));
        terminal.out()
                .print(
                        switch (shell) {
                            case BASH, ZSH -> AutoComplete.bash(Root.NAME, line);
                            case FISH -> FishCompletion.of(Root.NAME, line.getCommandSpec());
                        });
        terminal.out().flush();
        return Exit.FINE;
    }

    /** Leaves out what is hidden. */
    static CommandLine shown(CommandLine line) {
        hide(line.getCommandSpec());
        return line;
    }

    private static void hide(CommandSpec spec) {
        List.copyOf(spec.options()).stream().filter(OptionSpec::hidden).forEach(spec::remove);
        for (var command : Map.copyOf(spec.subcommands()).entrySet()) {
            if (command.getValue().getCommandSpec().usageMessage().hidden()) {
                spec.removeSubcommand(command.getKey());
            } else {
                hide(command.getValue().getCommandSpec());
            }
        }
    }
}
