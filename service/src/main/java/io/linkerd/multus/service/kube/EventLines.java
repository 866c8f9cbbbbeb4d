// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Splits a watch into its events, one in a line. An event is read as it arrives and is nowhere in memory as a whole; the transport closes the watch. */
final class EventLines {
    private final InputStream in;
    private final byte[] buffer = new byte[8 << 10];
    private int from;
    private int to;
    private @Nullable Line line;

    EventLines(InputStream in) {
        this.in = in;
    }

    /**
     * Waits for the beginning of the next event; empty where the watch has ended. What was not read of the event before is skipped.
     *
     * @return the event, up to the end of its line
     */
    Optional<InputStream> next() throws IOException {
        if (line != null) {
            line.skipRest();
        }
        line = new Line();
        return fill() ? Optional.of(line) : Optional.empty();
    }

    /** Waits where the buffer is empty, and only there: what has arrived is told at once. */
    private boolean fill() throws IOException {
        if (from == to) {
            from = 0;
            to = Math.max(0, in.read(buffer));
        }
        return from < to;
    }

    private final class Line extends InputStream {
        private boolean ended;

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, into.length);
            if (ended || length == 0) {
                return ended ? -1 : 0;
            }
            if (!fill()) {
                throw new IOException("it ended in the middle of an event");
            }
            int most = Math.min(length, to - from);
            int read = 0;
            while (read < most && buffer[from + read] != '\n') {
                read++;
            }
            System.arraycopy(buffer, from, into, offset, read);
            from += read;
            if (read < most) {
                from++; // the end of the line
                ended = true;
            }
            return read == 0 ? -1 : read;
        }

        void skipRest() throws IOException {
            while (read() >= 0) {
                // goes on to the end of the line
            }
        }
    }
}
