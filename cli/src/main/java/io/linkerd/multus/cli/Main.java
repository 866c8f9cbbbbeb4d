// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli;

import io.linkerd.multus.cli.commands.AnsweredAtOnce;
import io.linkerd.multus.cli.commands.Root;

/** The program {@code linkerd-multus}. */
public final class Main {
    private Main() {}

    /** Does what it is called for, and ends this process with one of the codes of {@link io.linkerd.multus.cli.commands.Exit}. */
    public static void main(String... arguments) {
        var known = AnsweredAtOnce.to(arguments);
        if (known.isPresent()) {
            System.out.print(known.get());
            return;
        }
        System.exit(Root.commandLine(System.getenv()).execute(arguments));
    }
}
