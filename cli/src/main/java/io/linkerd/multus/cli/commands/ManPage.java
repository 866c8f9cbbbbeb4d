// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A command as man(1) shows it, in the macros of man(7). */
final class ManPage {
    /** The argument by which the build asks for them. */
    static final String COMMAND = "_man";

    private static final List<String> EXIT_CODES = List.of(
            "it was done, and nothing is wrong",
            "it was done, and something is wrong: with the cluster, or with the pod",
            "it was called wrongly, or what it was given cannot be read",
            "the cluster cannot be asked");

    private final CommandSpec spec;
    private final String version;
    private final List<String> lines = new ArrayList<>();

    private ManPage(CommandSpec spec, String version) {
        this.spec = spec;
        this.version = version;
    }

    /** Writes a page for the program and one for each of its commands to {@code folder}, which is made. */
    static void writeAll(CommandSpec root, String version, Path folder) throws IOException {
        Files.createDirectories(folder);
        write(root, version, folder);
        for (var command : shown(root)) {
            write(command, version, folder);
        }
    }

    private static void write(CommandSpec spec, String version, Path folder) throws IOException {
        Files.writeString(folder.resolve(name(spec) + ".1"), of(spec, version));
    }

    /** {@return the page} */
    static String of(CommandSpec spec, String version) {
        var page = new ManPage(spec, version);
        page.head();
        page.arguments();
        page.commands();
        page.foot();
        return String.join("\n", page.lines) + "\n";
    }

    private static String name(CommandSpec spec) {
        return spec.qualifiedName("-");
    }

    private static List<CommandSpec> shown(CommandSpec spec) {
        return spec.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(command -> !command.usageMessage().hidden())
                .toList();
    }

    private void head() {
        lines.add(".TH \"" + escaped(name(spec).toUpperCase(Locale.ROOT)) + "\" 1 \"\" \"linkerd\\-multus "
                + escaped(version) + "\"");
        var description = List.of(spec.usageMessage().description());
        section("NAME");
        lines.add(text(name(spec) + " - " + sentence(description)));
        section("SYNOPSIS");
        lines.add(".B " + escaped(spec.qualifiedName()));
        var words = spec.positionalParameters().stream()
                .filter(parameter -> !parameter.hidden())
                .map(ArgSpec::paramLabel);
        var rest = shown(spec).isEmpty()
                ? Stream.concat(Stream.of("[OPTION]..."), words)
                : Stream.of("COMMAND [OPTION]...");
        lines.add(text(String.join(" ", rest.toList())));
        section("DESCRIPTION");
        description.forEach(line -> lines.add(text(line)));
    }

    private static String sentence(List<String> description) {
        return String.join(" ", description).split("(?<=\\.) ", 2)[0];
    }

    private void arguments() {
        var parameters = spec.positionalParameters().stream()
                .filter(parameter -> !parameter.hidden())
                .toList();
        if (!parameters.isEmpty()) {
            section("ARGUMENTS");
            parameters.forEach(parameter -> item(parameter.paramLabel(), parameter.description()));
        }
        section("OPTIONS");
        spec.options().stream()
                .filter(option -> !option.hidden())
                .forEach(option -> item(names(option), option.description()));
    }

    private static String names(OptionSpec option) {
        var names = String.join(", ", Arrays.stream(option.names()).toList());
        return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
    }

    private void commands() {
        var commands = shown(spec);
        if (!commands.isEmpty()) {
            section("COMMANDS");
            commands.forEach(command ->
                    item(name(command) + "(1)", command.usageMessage().description()));
        }
    }

    private void foot() {
        section("EXIT STATUS");
        for (var code = 0; code < EXIT_CODES.size(); code++) {
            item(Integer.toString(code), EXIT_CODES.get(code));
        }
        section("SEE ALSO");
        lines.add(text(Root.NAME + "(1), kubectl(1)"));
    }

    private void section(String name) {
        lines.add(".SH " + name);
    }

    private void item(String term, String... meaning) {
        lines.add(".TP");
        lines.add(".B " + escaped(term));
        for (var line : meaning) {
            lines.add(text(line));
        }
    }

    /** A line that begins with a dot or an apostrophe would be a request. */
    private static String text(String line) {
        var escaped = escaped(line);
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-").replace("%n", " ");
    }
}
