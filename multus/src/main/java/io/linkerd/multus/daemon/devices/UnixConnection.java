// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.devices;

import io.linkerd.multus.service.clocks.Deadline;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** Bytes to and from a Unix-domain socket, until the caller does not wait any more. */
final class UnixConnection implements AutoCloseable {
    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private final Deadline deadline;
    private final Deadline.Wait wait;

    private UnixConnection(SocketChannel channel, Selector selector, Deadline deadline) throws IOException {
        this.channel = channel;
        this.selector = selector;
        this.key = channel.register(selector, 0);
        this.deadline = deadline;
        this.wait = deadline.during(selector::wakeup);
    }

    static UnixConnection to(Path socket, Deadline deadline) throws IOException {
        var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.configureBlocking(false);
            if (!channel.connect(
                    UnixDomainSocketAddress.of(socket))) { // where it is not done at once, it never will be
                throw new ConnectException("its backlog of connections is full");
            }
            return new UnixConnection(channel, Selector.open(), deadline);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    Deadline deadline() {
        return deadline;
    }

    /** Reads what has come, once something has; less than nothing at the end. */
    int read(ByteBuffer into) throws IOException {
        int read = channel.read(into);
        while (read == 0) {
            await(SelectionKey.OP_READ);
            read = channel.read(into);
        }
        return read;
    }

    void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            if (channel.write(bytes) == 0) {
                await(SelectionKey.OP_WRITE);
            }
        }
    }

    private void await(int operation) throws IOException {
        var left = deadline.left();
        if (left.isZero()) {
            throw new SocketTimeoutException("it did not answer in time");
        }
        key.interestOps(operation);
        selector.select(_ -> {}, Math.max(1, left.toMillis()));
    }

    @Override
    public void close() throws IOException {
        wait.close();
        try (selector) {
            channel.close();
        }
    }
}
