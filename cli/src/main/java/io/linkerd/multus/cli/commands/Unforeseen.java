// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.output.Wrapped;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Objects;

/** What this program did not foresee, in one line: its stack trace is for those who mend it. */
public final class Unforeseen {
    private Unforeseen() {}

    /** {@return whether the stack trace is asked for} */
    public static boolean isVerbose(String... arguments) {
        return Arrays.asList(arguments).contains(ClusterOptions.VERBOSE);
    }

    /** Says what happened and what to do; {@code verbose} adds the stack trace. */
    public static void tell(Throwable failure, PrintWriter err, boolean verbose) {
        err.println(Wrapped.line("linkerd-multus: " + words(failure)));
        if (verbose) {
            failure.printStackTrace(err);
        }
        err.flush();
    }

    private static String words(Throwable failure) {
        return switch (failure) {
            case OutOfMemoryError _ ->
                "the heap is too small for this cluster: look at one namespace with -n, or give it more memory, as"
                        + " with LINKERD_MULTUS_JAVA_OPTIONS=-Xmx2g";
            case StackOverflowError _ ->
                "something is nested deeper than the stack holds: look at one namespace with -n, or give it a larger one, as"
                        + " with LINKERD_MULTUS_JAVA_OPTIONS=-Xss8m";
            case LinkageError broken ->
                "a part of this program is missing, or of another version (" + named(broken)
                        + "): install it anew; the jar takes Java 25 or newer";
            default ->
                "this was not foreseen, and is a fault of this program: "
                        + failure.getClass().getName()
                        + "; report it, with what it says when it is called with " + ClusterOptions.VERBOSE;
        };
    }

    private static String named(Throwable failure) {
        var cause = failure instanceof ExceptionInInitializerError
                ? Objects.requireNonNullElse(failure.getCause(), failure)
                : failure;
        return cause.toString();
    }
}
