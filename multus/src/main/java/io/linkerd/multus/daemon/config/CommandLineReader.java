// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads arguments one after another; the first that is no option ends it. */
final class CommandLineReader {
    private static final Set<String> ON = Set.of("1", "t", "T", "true", "TRUE", "True");
    private static final Set<String> OFF = Set.of("0", "f", "F", "false", "FALSE", "False");

    private final List<String> arguments;
    private int next;
    private String configFile = CommandLine.CONFIG_FILE;
    private boolean version;

    CommandLineReader(List<String> arguments) {
        this.arguments = arguments;
    }

    CommandLine read() {
        while (isOption()) {
            var argument = arguments.get(next++);
            if (argument.equals("--")) {
                break;
            }
            var end = take(argument);
            if (end.isPresent()) {
                return end.get();
            }
        }
        return version
                ? new CommandLine.ShowVersion()
                : new CommandLine.Serve(configFile, arguments.subList(next, arguments.size()));
    }

    private boolean isOption() {
        return next < arguments.size()
                && arguments.get(next).length() > 1
                && arguments.get(next).startsWith("-");
    }

    private Optional<CommandLine> take(String argument) {
        var option = argument.substring(argument.startsWith("--") ? 2 : 1);
        int equals = option.indexOf('=');
        var name = equals < 0 ? option : option.substring(0, equals);
        var value = equals < 0 ? Optional.<String>empty() : Optional.of(option.substring(equals + 1));
        return switch (name) {
            case "config" -> takeConfigFile(value);
            case "version" -> takeVersion(value.orElse("true"));
            case "h", "help" -> Optional.of(new CommandLine.ShowUsage());
            case String none when none.isEmpty() || none.startsWith("-") -> wrong("bad flag syntax: " + argument);
            default -> wrong("flag provided but not defined: -" + name);
        };
    }

    private Optional<CommandLine> takeConfigFile(Optional<String> value) {
        if (value.isEmpty() && next == arguments.size()) {
            return wrong("flag needs an argument: -config");
        }
        configFile = value.orElseGet(() -> arguments.get(next++));
        return Optional.empty();
    }

    private Optional<CommandLine> takeVersion(String value) {
        if (!ON.contains(value) && !OFF.contains(value)) {
            return wrong("invalid boolean value \"" + value + "\" for -version: parse error");
        }
        version = ON.contains(value);
        return Optional.empty();
    }

    private static Optional<CommandLine> wrong(String reason) {
        return Optional.of(new CommandLine.Wrong(reason));
    }
}
