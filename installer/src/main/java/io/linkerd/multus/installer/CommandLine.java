// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.verbs.VerbCommand;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.event.Level;

/** What the program is asked to be by its arguments; the first one decides. */
sealed interface CommandLine {
    /** An option of Linkerd's own installer. */
    String LOG_LEVEL = "--log-level";

    /** Told to whoever asked for something that there is not. */
    String USAGE = """
            Usage: no argument          keep the node, until SIGTERM
                   --log-level LEVEL    the same, and log so much: error, warn, info, debug or trace
                   --print-settings     print every setting, its value, and where that comes from
                   list                 print the CNI plugins that can be installed
                   install [OPTIONS]    put plugins, configurations and Kubernetes objects in place
                   uninstall [OPTIONS]  take them away, last first
                   apply [OPTIONS]      install what is desired and not there, uninstall what is there and not desired
                   watch [NS/]CONFIGMAP [--uninstall-on-stop]
                                        apply its keys plugins, configs and manifests whenever they change
                   version, --version   print the version
                   --help               print this

            Options: --plugins=LIST, --configs=LIST, --manifests=LIST
                                        names with commas between them; for apply, DESIRED:CURRENT says what is there,
                                        else it is what was installed before
                   --owner=NAME         in whose name, if not cni-node: who takes away what others installed does nothing
                   --pause              wait for SIGTERM or SIGINT in the end

            Settings are variables of the environment; docs/installer.md explains them.
            """;

    /**
     * Keep the node.
     *
     * @param logLevel how much is logged, as Linkerd's own installer is told
     */
    record Daemon(Optional<Level> logLevel) implements CommandLine {}

    /** Print how to call this program. */
    record Help() implements CommandLine {}

    /** Print the settings. */
    record PrintSettings() implements CommandLine {}

    /** Print the version of this program. */
    record Version() implements CommandLine {}

    /** Do one thing, and end. */
    record Verb(VerbCommand command) implements CommandLine {}

    /** Nothing that there is; nothing is done. */
    record Wrong(String reason) implements CommandLine {}

    /** Reads the arguments without the program's own name. */
    static CommandLine of(List<String> arguments) {
        if (arguments.isEmpty()) {
            return new Daemon(Optional.empty());
        }
        return switch (arguments.getFirst()) {
            case "version", "--version" -> new Version();
            case "--help", "-h", "help" -> new Help();
            case "--print-settings" -> new PrintSettings();
            case String first when first.equals(LOG_LEVEL) && arguments.size() == 2 -> daemon(arguments.get(1));
            case String first
            when first.startsWith(LOG_LEVEL + "=") && arguments.size() == 1 ->
                daemon(first.substring(LOG_LEVEL.length() + 1));
            case String first when VerbCommand.isVerb(first) -> verb(arguments);
            default -> new Wrong("Unknown command: " + String.join(" ", arguments));
        };
    }

    private static CommandLine verb(List<String> arguments) {
        return switch (VerbCommand.of(arguments)) {
            case Result.Ok<VerbCommand>(var command) -> new Verb(command);
            case Result.Not<VerbCommand>(var reason) -> new Wrong(reason);
        };
    }

    /** The levels of Go's logrus, which Linkerd's own installer knows, are ours with two more. */
    private static CommandLine daemon(String level) {
        return switch (level.toLowerCase(Locale.ROOT)) {
            case "panic", "fatal", "error" -> new Daemon(Optional.of(Level.ERROR));
            case "warn", "warning" -> new Daemon(Optional.of(Level.WARN));
            case "info" -> new Daemon(Optional.of(Level.INFO));
            case "debug" -> new Daemon(Optional.of(Level.DEBUG));
            case "trace" -> new Daemon(Optional.of(Level.TRACE));
            default -> new Wrong("Unknown log level: " + level);
        };
    }
}
