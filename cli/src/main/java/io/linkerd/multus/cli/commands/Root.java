// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.cluster.NoCluster;
import io.linkerd.multus.cli.output.Terminal;
import io.linkerd.multus.cli.product.Product;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program without a command. */
@Command(
        name = Root.NAME,
        description = "Says what is wrong with Linkerd's mesh where Multus attaches it, and why.",
        subcommands = {
            CheckCommand.class,
            WhyCommand.class,
            ExplainCommand.class,
            PlanCommand.class,
            InstallCommand.class,
            UninstallCommand.class,
            SupportBundleCommand.class,
            VersionCommand.class,
            CompletionCommand.class
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.Client.class)
public final class Root implements Runnable {
    static final String NAME = "linkerd-multus";

    private static final String CHECK = "check";

    /** As which command a person called it, said by what starts it: {@code linkerd multus} or {@code kubectl linkerd-multus}. */
    private static final String CALLED_AS = "LINKERD_MULTUS_CALLED_AS";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** {@return what reads arguments and carries them out} {@code environment} is this process' own. */
    public static CommandLine commandLine(Map<String, String> environment) {
        return commandLine(environment, Terminal.of(environment));
    }

    /** {@return the same, writing to that terminal} */
    public static CommandLine commandLine(Map<String, String> environment, Terminal terminal) {
        var line = new CommandLine(new Root(), new Commands(terminal, environment));
        line.setCommandName(environment.getOrDefault(CALLED_AS, NAME));
        line.setOut(terminal.out());
        line.setErr(terminal.err());
        line.setColorScheme(CommandLine.Help.defaultColorScheme(
                terminal.look().colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler((misuse, _) -> misused(misuse, terminal));
        line.setExecutionExceptionHandler((failure, _, parsed) -> failed(failure, terminal, isVerbose(parsed)));
        line.setExecutionStrategy(parsed -> execute(parsed, terminal));
        line.getSubcommands().forEach((name, command) -> {
            command.getCommandSpec().versionProvider(new VersionCommand.Client());
            // Linkerd passes its own options on to the check of every extension (EXTENSIONS.md).
            command.setUnmatchedArgumentsAllowed(name.equals(CHECK));
            // What is being typed is not carried out.
            command.setUnmatchedOptionsArePositionalParams(name.equals(TypedWords.COMMAND));
        });
        return line;
    }

    private static int execute(ParseResult parsed, Terminal terminal) {
        Logging.begin(isVerbose(parsed));
        int code = new CommandLine.RunLast().execute(parsed);
        if (terminal.out().checkError()) {
            terminal.complain(
                    "not all of it could be written: see whether the disk is full, and do not use what is there");
            return Exit.USAGE;
        }
        return code;
    }

    /** Linkerd's check passes its own on as {@code --verbose=false}: that the option is there is not what it says. */
    static boolean isVerbose(ParseResult parsed) {
        return parsed.asCommandLineList().getLast().getParseResult().matchedOptionValue(ClusterOptions.VERBOSE, false);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    @Command(
            name = ExtensionMetadata.COMMAND,
            hidden = true,
            description = "Says to Linkerd's command line that check is to be called.")
    int extensionMetadata() {
        spec.commandLine().getOut().println(ExtensionMetadata.TEXT);
        return Exit.FINE;
    }

    @Command(
            name = TypedWords.COMMAND,
            hidden = true,
            description = "Says to kubectl how what is being typed may go on.")
    int complete(@Parameters(arity = "0..*") @Nullable List<String> words) {
        spec.commandLine().getOut().print(TypedWords.of(spec, words == null ? List.of() : words));
        spec.commandLine().getOut().flush();
        return Exit.FINE;
    }

    @Command(name = ManPage.COMMAND, hidden = true, description = "Writes man pages, for the build.")
    int man(@Parameters(arity = "1") Path folder) throws IOException {
        ManPage.writeAll(spec, Product.built().version(), folder);
        return Exit.FINE;
    }

    private static int misused(ParameterException misuse, Terminal terminal) {
        var line = misuse.getCommandLine();
        terminal.complain(Objects.requireNonNullElse(misuse.getMessage(), "it cannot be called like this"));
        if (!UnmatchedArgumentException.printSuggestions(misuse, terminal.err())) {
            line.usage(terminal.err());
        }
        terminal.err().println("See " + line.getCommandSpec().qualifiedName() + " --help");
        return Exit.USAGE;
    }

    private static int failed(Exception failure, Terminal terminal, boolean verbose) {
        return switch (failure) {
            case NoCluster none -> {
                terminal.complain(none.words());
                yield Exit.NO_CLUSTER;
            }
            case UnusableInput unusable -> {
                terminal.complain(unusable.words());
                yield Exit.USAGE;
            }
            default -> {
                Unforeseen.tell(failure, terminal.err(), verbose);
                yield Exit.UNFORESEEN;
            }
        };
    }
}
