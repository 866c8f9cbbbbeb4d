// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.rotations;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;

/** What a Service does: each new connection goes to another replica, as it is. */
final class ServiceFront implements AutoCloseable {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private final ServerSocket entrance;
    private final List<Integer> ports;

    private ServiceFront(ServerSocket entrance, List<Integer> ports) {
        this.entrance = entrance;
        this.ports = List.copyOf(ports);
    }

    /** Opens a free port that leads to all of these. */
    static ServiceFront open(List<Integer> ports) throws IOException {
        var front = new ServiceFront(new ServerSocket(0), ports);
        Thread.ofVirtual().name("service").start(front::welcome);
        return front;
    }

    int port() {
        return entrance.getLocalPort();
    }

    private void welcome() {
        for (var number = 0; !entrance.isClosed(); number++) {
            try {
                pass(entrance.accept(), ports.get(number % ports.size()));
            } catch (IOException _) {
                // closed, or a client that has gone already
            }
        }
    }

    private static void pass(Socket outside, int port) throws IOException {
        try {
            var inside = new Socket(LOOPBACK, port);
            inside.setTcpNoDelay(true);
            outside.setTcpNoDelay(true);
            carry(outside, inside);
            carry(inside, outside);
        } catch (IOException nobody) {
            outside.close();
            throw nobody;
        }
    }

    private static void carry(Socket from, Socket to) {
        Thread.ofVirtual().start(() -> {
            try (from;
                    to) {
                from.getInputStream().transferTo(to.getOutputStream());
            } catch (IOException _) {
                // one of the two has ended, and with it the other
            }
        });
    }

    @Override
    public void close() {
        try {
            entrance.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
