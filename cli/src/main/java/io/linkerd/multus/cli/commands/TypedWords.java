// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * How words that are being typed may go on, as kubectl asks a plugin: it runs {@code kubectl_complete-linkerd_multus} with the words, the
 * last of which is the one that is being typed, and reads what cobra's programs print for {@code __complete}: a line for each word, with a
 * tab before what it means, and last a colon and a number.
 */
final class TypedWords {
    /** The argument by which it is asked. */
    static final String COMMAND = "__complete";

    /** cobra's ShellCompDirectiveDefault: where nothing fits, the shell completes files. */
    private static final String FILES = ":0\n";

    /** cobra's ShellCompDirectiveNoFileComp. */
    private static final String NO_FILES = ":4\n";

    private TypedWords() {}

    /** {@return the lines} {@code typed} may be empty, as nothing is typed yet. */
    static String of(CommandSpec root, List<String> typed) {
        var before = typed.isEmpty() ? List.<String>of() : typed.subList(0, typed.size() - 1);
        var last = typed.isEmpty() ? "" : typed.getLast();
        var command = before.stream()
                .flatMap(word -> Optional.ofNullable(root.subcommands().get(word)).stream())
                .findFirst();
        var spec = command.map(CommandLine::getCommandSpec).orElse(root);
        var waiting = before.isEmpty() ? Optional.<OptionSpec>empty() : waiting(spec, before.getLast());
        if (waiting.isPresent()) {
            return lines(candidates(waiting.get()), last)
                    + (waiting.get().paramLabel().contains("FILE") ? FILES : NO_FILES);
        }
        return lines(last.startsWith("-") ? options(spec) : words(spec), last) + NO_FILES;
    }

    /** An option that stands alone, and takes a value. */
    private static Optional<OptionSpec> waiting(CommandSpec spec, String word) {
        return Optional.ofNullable(spec.findOption(word))
                .filter(_ -> word.startsWith("-"))
                .filter(option -> option.arity().max() > 0);
    }

    private static Stream<String> options(CommandSpec spec) {
        return spec.options().stream()
                .filter(option -> !option.hidden())
                .flatMap(option -> Arrays.stream(option.names()).map(name -> line(name, option.description())));
    }

    private static Stream<String> words(CommandSpec spec) {
        var commands = spec.subcommands().entrySet().stream()
                .filter(entry ->
                        !entry.getValue().getCommandSpec().usageMessage().hidden())
                .map(entry -> line(
                        entry.getKey(),
                        entry.getValue().getCommandSpec().usageMessage().description()));
        return Stream.concat(commands, spec.positionalParameters().stream().flatMap(TypedWords::candidates));
    }

    private static Stream<String> candidates(ArgSpec argument) {
        return Optional.ofNullable(argument.completionCandidates()).stream()
                .flatMap(candidates -> StreamSupport.stream(candidates.spliterator(), false));
    }

    private static String line(String word, String... meaning) {
        return meaning.length == 0 ? word : word + "\t" + meaning[0];
    }

    private static String lines(Stream<String> candidates, String begun) {
        return candidates
                .filter(line -> line.startsWith(begun))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }
}
