// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import java.util.List;

/** What the program is asked to be by its arguments; the first one decides. */
sealed interface CommandLine {
    /** Told to whoever asked for something that there is not. */
    String USAGE = """
            Usage: no argument          keep the node, until SIGTERM
                   version              print the version
            """;

    /** Without arguments: keep the node. */
    record Daemon() implements CommandLine {}

    /** Print the version of this program. */
    record Version() implements CommandLine {}

    /** Nothing that there is; nothing is done. */
    record Wrong(String reason) implements CommandLine {}

    /** Reads the arguments without the program's own name. */
    static CommandLine of(List<String> arguments) {
        if (arguments.isEmpty()) {
            return new Daemon();
        }
        return switch (arguments.getFirst()) {
            case "version" -> new Version();
            default -> new Wrong("Unknown command: " + arguments.getFirst());
        };
    }
}
