// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The port that clients see, bound once, and the way from there to a server that never stops.
 *
 * <p>The JDK's server never closes a connection that it took while it was being stopped, and never answers on it; whoever made it
 * would wait for ever. Here every connection is known, so that all of them end.
 */
final class Gate implements AutoCloseable {
    private final InetSocketAddress behind;
    private final ServerSocket entrance;
    private final Set<Socket> open = new HashSet<>();
    private boolean shut;

    /** Opens any free port in front of that one. */
    Gate(InetSocketAddress behind) {
        this.behind = behind;
        try {
            this.entrance = new ServerSocket(0, 0, InetAddress.ofLiteral("127.0.0.1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().name("gate-" + port()).start(this::welcome);
    }

    int port() {
        return entrance.getLocalPort();
    }

    /** Ends all connections, and each new one at once. */
    synchronized void refuse() {
        shut = true;
        open.forEach(Gate::reset);
        open.clear();
    }

    /** Lets connections in again. */
    synchronized void accept() {
        shut = false;
    }

    @Override
    public void close() {
        try {
            entrance.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        refuse();
    }

    private void welcome() {
        while (!entrance.isClosed()) {
            try {
                letIn(entrance.accept());
            } catch (IOException _) {
                // closed, or a client that has gone already
            }
        }
    }

    private void letIn(Socket outside) {
        var inside = new Socket();
        if (!isKnown(List.of(outside, inside))) {
            reset(outside);
            return;
        }
        try {
            inside.connect(behind);
            inside.setTcpNoDelay(true);
            outside.setTcpNoDelay(true);
        } catch (IOException _) {
            // Nothing can be carried, which closes both.
            reset(outside);
        }
        carry(outside, inside);
        carry(inside, outside);
    }

    /** Both are known before they are used, so that whoever refuses ends them, wherever they are on their way. */
    private synchronized boolean isKnown(List<Socket> passage) {
        return !shut && open.addAll(passage);
    }

    private void carry(Socket from, Socket to) {
        Thread.ofVirtual().start(() -> {
            try (from;
                    to) {
                from.getInputStream().transferTo(to.getOutputStream());
            } catch (IOException _) {
                // one of the two has ended, and with it the other
            }
            forget(from);
        });
    }

    private synchronized void forget(Socket ended) {
        open.remove(ended);
    }

    private static void reset(Socket socket) {
        try (socket) {
            socket.setSoLinger(true, 0);
        } catch (IOException _) {
            // it has ended already
        }
    }
}
