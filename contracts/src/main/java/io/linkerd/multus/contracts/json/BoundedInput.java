// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Gives out so many bytes of a stream, and fails where there are more. */
final class BoundedInput extends FilterInputStream {
    private long left;

    /** There are more. */
    static final class TooLong extends IOException {
        private static final long serialVersionUID = 1L;
    }

    BoundedInput(InputStream source, int length) {
        super(source);
        this.left = length;
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        count(read < 0 ? 0 : 1);
        return read;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int read = super.read(into, offset, length);
        count(Math.max(0, read));
        return read;
    }

    private void count(int read) throws TooLong {
        left -= read;
        if (left < 0) {
            throw new TooLong();
        }
    }
}
