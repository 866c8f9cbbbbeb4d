// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli;

import io.linkerd.multus.cli.commands.AnsweredAtOnce;
import io.linkerd.multus.cli.commands.Exit;
import io.linkerd.multus.cli.commands.Root;
import java.io.PrintStream;
import java.util.function.IntSupplier;

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
        System.exit(code(() -> Root.commandLine(System.getenv()).execute(arguments), System.err));
    }

    /** {@return the exit code of what is done, also where the heap is too small for it} */
    static int code(IntSupplier done, PrintStream err) {
        try {
            return done.getAsInt();
        } catch (OutOfMemoryError _) {
            err.println(
                    "linkerd-multus: the heap is too small for this cluster: look at one namespace with -n, or give it more memory, as"
                            + " with LINKERD_MULTUS_JAVA_OPTIONS=-Xmx2g");
            return Exit.UNFORESEEN;
        }
    }
}
