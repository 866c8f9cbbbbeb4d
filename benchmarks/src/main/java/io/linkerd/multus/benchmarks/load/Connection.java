// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.time.Duration;

/** One connection to a server, for one request at a time. */
public final class Connection implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Socket socket;
    private final OutputStream out;
    private final AnswerReader answers;
    private final byte[] request;

    /** Connects; the handshake is done when this returns. */
    public Connection(Target target) throws IOException {
        request = target.request();
        var loopback = InetAddress.ofLiteral("127.0.0.1");
        socket = target.tls().getSocketFactory().createSocket(loopback, target.port());
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        socket.setSoTimeout((int) PATIENCE.toMillis());
        out = socket.getOutputStream();
        answers = new AnswerReader(new BufferedInputStream(socket.getInputStream()));
    }

    /** Asks and waits for the answer. */
    public Answer ask() throws IOException {
        out.write(request);
        return answers.next();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
