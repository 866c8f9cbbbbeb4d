// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.lifecycle;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.service.files.FileTrouble;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** Asks the daemon's own socket as a shim does before it sends a request. */
record OwnProbe(Path socket, Duration patience) {
    private static final String REQUEST = "GET /readyz HTTP/1.1\r\nHost: dummy\r\nConnection: close\r\n\r\n";
    private static final String YES = "HTTP/1.1 200 ";

    /** {@return what the daemon says of itself, or why there is no answer} */
    Result<String> ask() {
        try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                var selector = Selector.open()) {
            channel.connect(UnixDomainSocketAddress.of(socket));
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ);
            channel.write(ByteBuffer.wrap(REQUEST.getBytes(StandardCharsets.US_ASCII)));
            var start = start(channel, selector);
            return start.equals(YES)
                    ? new Result.Ok<>(start.strip())
                    : new Result.Not<>("/readyz does not answer 200 but " + (start.isEmpty() ? "nothing" : start));
        } catch (IOException e) {
            return new Result.Not<>("cannot ask " + socket + ": " + FileTrouble.inWords(e));
        }
    }

    /** {@return as much of the answer as says what it is; less where no more comes in time} */
    private String start(SocketChannel channel, Selector selector) throws IOException {
        var start = ByteBuffer.allocate(YES.length());
        while (start.hasRemaining() && selector.select(patience.toMillis()) > 0 && channel.read(start) >= 0) {
            selector.selectedKeys().clear();
        }
        return new String(start.array(), 0, start.position(), StandardCharsets.US_ASCII);
    }
}
