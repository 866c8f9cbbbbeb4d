// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.output.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Says what the webhook decides. */
@Command(mixinStandardHelpOptions = true, name = "explain", description = "Says what the webhook decides on a pod, and why.")
final class ExplainCommand implements Callable<Integer> {
    private final Terminal terminal;

    ExplainCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        terminal.complain("not yet");
        return Exit.FINE;
    }
}
