// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli;

import io.linkerd.multus.cli.commands.ExtensionMetadata;
import io.linkerd.multus.cli.commands.Root;

/** The program {@code linkerd-multus}. */
public final class Main {
    private Main() {}

    /** Does what it is called for, and ends this process with one of the codes of {@link io.linkerd.multus.cli.commands.Exit}. */
    public static void main(String... arguments) {
        // Linkerd asks every extension at each of its checks: nothing else is loaded for it.
        if (arguments.length > 0 && arguments[0].equals(ExtensionMetadata.COMMAND)) {
            System.out.println(ExtensionMetadata.TEXT);
            return;
        }
        System.exit(Root.commandLine(System.getenv()).execute(arguments));
    }
}
