// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Completions for fish, which takes a line for each option of each command
 * (<a href="https://fishshell.com/docs/current/cmds/complete.html">complete</a>).
 */
final class FishCompletion {
    private static final String SUBCOMMAND = "__fish_seen_subcommand_from ";

    private FishCompletion() {}

    /** {@return the text for a program with commands of one level} */
    static String of(String program, CommandSpec root) {
        var begin = "complete -c " + program;
        var lines = new ArrayList<String>();
        lines.add("# Completions of " + program + " for fish");
        lines.add(begin + " -f");
        root.options().forEach(option -> lines.add(begin + " -n __fish_use_subcommand" + option(option)));
        root.subcommands().forEach((name, command) -> {
            var spec = command.getCommandSpec();
            lines.add(begin + " -n __fish_use_subcommand -a " + quoted(name)
                    + described(spec.usageMessage().description()));
            var inside = begin + " -n " + quoted(SUBCOMMAND + name);
            spec.options().forEach(option -> lines.add(inside + option(option)));
            spec.positionalParameters().stream()
                    .filter(parameter -> !candidates(parameter).isEmpty())
                    .forEach(parameter -> lines.add(inside + " -a " + quoted(candidates(parameter))));
        });
        return String.join("\n", lines) + "\n";
    }

    private static String option(OptionSpec option) {
        var names = Stream.of(option.names())
                .map(name -> name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1))
                .toList();
        return String.join("", names) + value(option) + described(option.description());
    }

    /** Of a value that has to follow, what it may be; files where it is one. */
    private static String value(OptionSpec option) {
        if (option.arity().max() == 0) {
            return "";
        }
        var candidates = candidates(option);
        if (!candidates.isEmpty()) {
            return " -x -a " + quoted(candidates);
        }
        return option.paramLabel().contains("FILE") ? " -r -F" : " -x";
    }

    private static String candidates(ArgSpec argument) {
        var candidates = argument.completionCandidates();
        return candidates == null
                ? ""
                : String.join(
                        " ",
                        StreamSupport.stream(candidates.spliterator(), false).toList());
    }

    private static String described(String... description) {
        var words = String.join(" ", List.of(description));
        return words.isEmpty() ? "" : " -d " + quoted(words);
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
