// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.output;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Objects;

/** A stream whose reader has had enough when it goes, as {@code head} does: that is no failure. What else goes wrong is one. */
final class ReaderMayGo extends FilterOutputStream {
    /** What the systems' words of EPIPE have in common, in whatever language. */
    private static final String GONE = "pipe";

    private final boolean hasReader;

    /** {@code hasReader} says that it is a pipe or a socket, which fails by its reader alone. */
    ReaderMayGo(OutputStream stream, boolean hasReader) {
        super(stream);
        this.hasReader = hasReader;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            if (!hasReader
                    && !Objects.requireNonNullElse(e.getMessage(), "")
                            .toLowerCase(Locale.ROOT)
                            .contains(GONE)) {
                throw e;
            }
        }
    }
}
