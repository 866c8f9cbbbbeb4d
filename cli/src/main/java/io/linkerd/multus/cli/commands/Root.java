// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.cluster.NoCluster;
import io.linkerd.multus.cli.output.Terminal;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program without a command. */
@Command(
        name = Root.NAME,
        description = "Says what is wrong with Linkerd's mesh where Multus attaches it, and why.",
        subcommands = {CheckCommand.class, WhyCommand.class, ExplainCommand.class, VersionCommand.class, CompletionCommand.class},
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.Client.class)
public final class Root implements Runnable {
    static final String NAME = "linkerd-multus";

    /** As which command a person called it, said by what starts it: {@code linkerd multus} or {@code kubectl linkerd-multus}. */
    private static final String CALLED_AS = "LINKERD_MULTUS_CALLED_AS";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** {@return what reads arguments and carries them out} {@code environment} is this process' own. */
    public static CommandLine commandLine(Map<String, String> environment) {
        var terminal = Terminal.of(environment);
        var line = new CommandLine(new Root(), new Commands(terminal, environment));
        line.setCommandName(environment.getOrDefault(CALLED_AS, NAME));
        line.setOut(terminal.out());
        line.setErr(terminal.err());
        line.setColorScheme(CommandLine.Help.defaultColorScheme(
                terminal.look().colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
        line.setExecutionExceptionHandler((failure, _, _) -> failed(failure, terminal));
        return line;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    private static int failed(Exception failure, Terminal terminal) throws Exception {
        return switch (failure) {
            case NoCluster none -> {
                terminal.complain(none.words());
                yield Exit.NO_CLUSTER;
            }
            case UnusableInput unusable -> {
                terminal.complain(unusable.words());
                yield Exit.USAGE;
            }
            default -> throw failure;
        };
    }
}
