// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A client that speaks in bytes. */
public final class UnixClient implements AutoCloseable {
    private final SocketChannel channel;

    private UnixClient(SocketChannel channel) {
        this.channel = channel;
    }

    /**
     * What came back until the server ended the connection.
     *
     * @param headers by their names in lower case
     */
    public record Reply(int status, Map<String, String> headers, String body) {
        static Reply of(String message) {
            int end = message.indexOf("\r\n\r\n");
            var head = message.substring(0, end).lines().toList();
            var headers = head.stream()
                    .skip(1)
                    .collect(Collectors.toMap(
                            line -> line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT),
                            line -> line.substring(line.indexOf(':') + 1).strip()));
            int status = Integer.parseInt(head.getFirst().substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length()));
            return new Reply(status, headers, message.substring(end + 4));
        }

        public String type() {
            return headers.getOrDefault("content-type", "");
        }
    }

    public static UnixClient to(Path socket) throws IOException {
        return new UnixClient(SocketChannel.open(UnixDomainSocketAddress.of(socket)));
    }

    /** Sends a request, as far as it is read, and waits for its answer. */
    public static Reply ask(Path socket, String request) throws IOException {
        try (var client = to(socket)) {
            client.sendAsFarAsItIsRead(request);
            return client.reply();
        }
    }

    public static String post(String path, String body) {
        return request("POST", path, body);
    }

    static String request(String method, String path, String body) {
        return method + " " + path + " HTTP/1.1\r\nHost: dummy\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    public UnixClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    UnixClient send(byte[] bytes) throws IOException {
        var buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        return this;
    }

    private void sendAsFarAsItIsRead(String text) {
        try {
            send(text);
        } catch (IOException _) {
            // It was answered early.
        }
    }

    /** Sends no more, and still reads. */
    void end() throws IOException {
        channel.shutdownOutput();
    }

    public Reply reply() throws IOException {
        return Reply.of(rest());
    }

    /** {@return what comes until the server ends the connection, however it does} */
    String rest() throws IOException {
        var bytes = new ByteArrayOutputStream();
        var buffer = ByteBuffer.allocate(16 << 10);
        try {
            while (channel.read(buffer.clear()) >= 0) {
                bytes.write(buffer.array(), 0, buffer.position());
            }
        } catch (SocketException _) {
            // The server threw away what it had not read.
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    /** {@return so many bytes that come first} */
    String first(int count) throws IOException {
        var buffer = ByteBuffer.allocate(count);
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
            // more is to come
        }
        return new String(buffer.array(), 0, buffer.position(), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
