// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.health;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;

/** How a connection ends, so that the kernel keeps nothing of it for a peer that does not read. */
final class ConnectionEnd {
    /**
     * For a peer to read the end of its answer, and close: a connection that is closed upon what it still sends loses it. Long enough for
     * packets that are sent three times, after 0.2 s, 0.4 s and 0.8 s.
     */
    private static final Duration LINGER = Duration.ofSeconds(2);

    private ConnectionEnd() {}

    /**
     * Waits for the peer to close, which tells that it has read its answer. What a peer that does not close has left unread would stay in
     * the kernel for minutes, uncounted: it goes with the connection.
     *
     * @param most bytes that the peer may still send
     */
    static void await(Socket socket, InputStream in, int most) throws IOException {
        socket.shutdownOutput();
        socket.setSoTimeout(Math.toIntExact(LINGER.toMillis()));
        socket.setSoLinger(true, 0);
        for (int left = most; left > 0; left--) {
            if (in.read() < 0) {
                socket.setSoLinger(false, 0);
                return;
            }
        }
    }

    /** Closes at once, with what the peer has not taken. */
    static void reset(Socket socket) {
        try (socket) {
            socket.setSoLinger(true, 0);
        } catch (IOException _) {
            // It has just been closed, or is now all the same.
        }
    }
}
