// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli;

import io.linkerd.multus.cli.commands.AnsweredAtOnce;
import io.linkerd.multus.cli.commands.Exit;
import io.linkerd.multus.cli.commands.Root;
import io.linkerd.multus.cli.commands.Unforeseen;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
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
        System.exit(code(() -> Root.commandLine(System.getenv()).execute(arguments), System.err, arguments));
    }

    /** {@return the exit code of what is done, also where the JVM cannot do it} */
    static int code(IntSupplier done, PrintStream err, String... arguments) {
        try {
            return done.getAsInt();
        } catch (Error failure) {
            Unforeseen.tell(
                    failure, new PrintWriter(err, true, StandardCharsets.UTF_8), Unforeseen.isVerbose(arguments));
            return Exit.UNFORESEEN;
        }
    }
}
