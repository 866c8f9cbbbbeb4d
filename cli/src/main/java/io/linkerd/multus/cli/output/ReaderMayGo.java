// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.output;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** A stream whose reader has had enough when it goes, as {@code head} does: that is no failure. What else goes wrong is one. */
final class ReaderMayGo extends FilterOutputStream {
    /** As the JVM has the system's words of EPIPE. */
    private static final String GONE = "Broken pipe";

    ReaderMayGo(OutputStream stream) {
        super(stream);
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
            if (!GONE.equals(e.getMessage())) {
                throw e;
            }
        }
    }
}
