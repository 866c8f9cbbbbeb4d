// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** A port for a program under test that has to be told one. */
public final class FreePort {
    /** Below those that Linux gives to connections, any of which may have one a moment later: {@code ip_local_port_range} of {@code ip(7)}. */
    private static final int LOWEST = 10_000;

    private static final int HIGHEST = 30_000;
    private static final int ATTEMPTS = 100;

    private FreePort() {}

    /** {@return one that nobody listens on now, at any address, and that no connection gets by itself} */
    public static int find() {
        for (int attempt = 1; ; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            try (var socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (BindException e) {
                if (attempt == ATTEMPTS) {
                    throw new UncheckedIOException(e);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
