// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.apiserver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port of loopback for a program that does not choose one by itself. */
public final class FreePort {
    private FreePort() {}

    /** {@return one that nobody listens on now; somebody else may before it is used} */
    public static int find() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
