// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.apiserver;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** A port of loopback for a program that does not choose one by itself. */
public final class FreePort {
    /** Below those that Linux gives to connections, any of which may have one a moment later: {@code ip_local_port_range} of {@code ip(7)}. */
    private static final int LOWEST = 10_000;

    private static final int HIGHEST = 30_000;
    private static final int ATTEMPTS = 100;

    private FreePort() {}

    /** {@return one that nobody listens on now, and that no connection gets by itself} */
    public static int find() throws IOException {
        for (int attempt = 1; ; attempt++) {
            var port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }
}
