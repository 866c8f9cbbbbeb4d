// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.output.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** Says which versions there are. */
@Command(mixinStandardHelpOptions = true, name = "version", description = "Says the versions of this program and of the release.")
final class VersionCommand implements Callable<Integer> {
    /** The version of this program. */
    static final class Client implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"linkerd-multus 0.1.0"};
        }
    }

    private final Terminal terminal;

    VersionCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        terminal.complain("not yet");
        return Exit.FINE;
    }
}
