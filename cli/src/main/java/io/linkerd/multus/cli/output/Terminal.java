// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Where a command writes.
 *
 * @param out what was asked for
 * @param err what went wrong, and how far long work is
 * @param look what {@code out} can show
 */
public record Terminal(PrintWriter out, PrintWriter err, Look look) {
    private static final int STDOUT = 1;

    /** {@return this process' own} */
    public static Terminal of(Map<String, String> environment) {
        return new Terminal(
                writer(new ReaderMayGo(new FileOutputStream(FileDescriptor.out), Descriptor.hasReader(STDOUT))),
                writer(new FileOutputStream(FileDescriptor.err)),
                Look.of(environment, Descriptor.isTerminal(STDOUT)));
    }

    private static PrintWriter writer(OutputStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }

    /** Says what went wrong. */
    public void complain(String message) {
        err.println("linkerd-multus: " + Wrapped.line(message));
    }
}
