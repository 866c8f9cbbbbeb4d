// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.output.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Prints completions for shells. */
@Command(mixinStandardHelpOptions = true, name = "completion", description = "Prints completions for bash, zsh or fish.")
final class CompletionCommand implements Callable<Integer> {
    private final Terminal terminal;

    CompletionCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        terminal.complain("not yet");
        return Exit.FINE;
    }
}
