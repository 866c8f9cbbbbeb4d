// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.output.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Walks to the first thing that is wrong with a pod. */
@Command(mixinStandardHelpOptions = true, name = "why", description = "Says why a pod is not meshed, or does not start.")
final class WhyCommand implements Callable<Integer> {
    private final Terminal terminal;

    WhyCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        terminal.complain("not yet");
        return Exit.FINE;
    }
}
