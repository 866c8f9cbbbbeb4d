// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import java.util.List;

/** What the daemon is asked by its arguments, which are written as Go's package flag reads them: with one dash or two. */
public sealed interface CommandLine {
    /** Where the configuration file is, unless an argument says otherwise. */
    String CONFIG_FILE = "/etc/cni/net.d/multus.d/daemon-config.json";

    /** Told to the caller who asked for something that there is not. */
    String USAGE = """
        Usage of multus-daemon:
          -config string
                path of the daemon's configuration (default "%s")
          -version
                print the version, and end with status 4
        """.formatted(CONFIG_FILE);

    /**
     * Serve.
     *
     * @param configFile where the configuration is
     * @param ignored arguments behind the first that is no option, which are read by nothing, as upstream has it
     */
    record Serve(String configFile, List<String> ignored) implements CommandLine {
        public Serve {
            ignored = List.copyOf(ignored);
        }
    }

    /** Print the version, and end with {@link ExitCode#VERSION_SHOWN}. */
    record ShowVersion() implements CommandLine {}

    /** Print the usage, and end with {@link ExitCode#STOPPED}. */
    record ShowUsage() implements CommandLine {}

    /** Nothing that there is: print reason and usage, and end with {@link ExitCode#COMMAND_LINE_INVALID}. */
    record Wrong(String reason) implements CommandLine {}

    /** Reads the arguments without the program's own name. */
    static CommandLine of(List<String> arguments) {
        return new CommandLineReader(arguments).read();
    }
}
