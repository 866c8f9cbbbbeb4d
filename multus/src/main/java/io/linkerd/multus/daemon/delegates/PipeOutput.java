// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What a process writes into one of its pipes: the last so many bytes of it. It is never waited for. The pipe itself holds 64 KiB, and a process
 * that has ended has all of its output in it, even where a child holds the pipe open for ever.
 */
final class PipeOutput {
    /** Taken at once at most, so that one that never ends is no loop without an end. */
    private static final int MOST_AT_ONCE = 4 << 20;

    private static final int PIECE = 64 << 10;

    private final InputStream pipe;
    private final int longest;
    private byte[] last = new byte[0];
    private long all;

    PipeOutput(InputStream pipe, int longest) {
        this.pipe = pipe;
        this.longest = longest;
    }

    /** Takes what is there. */
    void take() {
        try {
            int taken = 0;
            for (int there = pipe.available(); there > 0 && taken < MOST_AT_ONCE; there = pipe.available()) {
                var piece = pipe.readNBytes(Math.min(there, PIECE));
                keep(piece);
                taken += Math.max(1, piece.length);
            }
        } catch (IOException _) {
            // Closed, and so at its end.
        }
    }

    /** {@return whether there was more than is kept} */
    synchronized boolean isOver() {
        return all > longest;
    }

    /** {@return what is kept, as UTF-8} */
    synchronized String text() {
        return new String(last, StandardCharsets.UTF_8);
    }

    private synchronized void keep(byte[] piece) {
        all += piece.length;
        var joined = Arrays.copyOf(last, last.length + piece.length);
        System.arraycopy(piece, 0, joined, last.length, piece.length);
        last = joined.length <= longest ? joined : Arrays.copyOfRange(joined, joined.length - longest, joined.length);
    }
}
