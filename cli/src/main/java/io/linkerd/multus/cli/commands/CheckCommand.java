// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.output.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Asks everything. */
@Command(mixinStandardHelpOptions = true, name = "check", description = "Says what is wrong with the mesh of this cluster.")
final class CheckCommand implements Callable<Integer> {
    private final Terminal terminal;

    CheckCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        terminal.complain("not yet");
        return Exit.FINE;
    }
}
