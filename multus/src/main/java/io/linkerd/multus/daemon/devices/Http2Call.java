// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.devices;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.EmptyHttp2Headers;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One request of HTTP/2 on a connection of its own. Netty's codec is between the connection and the calling thread, without a loop and a
 * thread of its own: no more is read from the connection than the caller asks for, and what it has not read yet stays with the server.
 */
final class Http2Call implements AutoCloseable {
    /** Of one read; Netty holds this much and a frame of 16 KiB. */
    private static final int PIECE = 16 << 10;

    /** In the heap, and not kept. */
    private static final UnpooledByteBufAllocator BUFFERS = new UnpooledByteBufAllocator(false, true);

    private final UnixConnection connection;
    private final ByteBuffer piece = ByteBuffer.allocate(PIECE);
    private final Answer answer = new Answer();
    private final Http2ConnectionHandler codec = new Http2ConnectionHandlerBuilder()
            .server(false)
            .initialSettings(Http2Settings.defaultSettings().pushEnabled(false))
            .frameListener(answer)
            .gracefulShutdownTimeoutMillis(0)
            .build();
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final int stream;

    /** Sends the request. */
    Http2Call(UnixConnection connection, Http2Headers headers, byte[] body) throws IOException {
        this.connection = connection;
        channel.config().setAllocator(BUFFERS);
        channel.pipeline().addLast(codec);
        var context = channel.pipeline().context(codec);
        this.stream = codec.connection().local().incrementAndGetNextStreamId();
        var _ = codec.encoder().writeHeaders(context, stream, headers, 0, false, channel.newPromise());
        var _ = codec.encoder().writeData(context, stream, Unpooled.wrappedBuffer(body), 0, true, channel.newPromise());
        channel.flush();
        send();
    }

    /** {@return what the answer begins with} */
    Http2Headers head() throws IOException {
        while (true) {
            if (answer.first != null) {
                return answer.first;
            }
            receive();
        }
    }

    /** {@return the last headers of an answer that has been read to its end} They are the first ones where it has nothing else. */
    Http2Headers trailers() {
        return answer.last == null ? EmptyHttp2Headers.INSTANCE : answer.last;
    }

    /** Reads of the answer's body what has come, once something has; less than nothing at its end. */
    int read(byte[] into, int offset, int length) throws IOException {
        while (!answer.body.isReadable()) {
            if (answer.ended) {
                return -1;
            }
            answer.body.clear();
            receive();
        }
        int read = Math.min(length, answer.body.readableBytes());
        answer.body.readBytes(into, offset, read);
        return read;
    }

    private void receive() throws IOException {
        if (connection.read(piece.clear()) < 0) {
            throw new EOFException("it ended the connection in the middle of its answer");
        }
        channel.writeInbound(Unpooled.wrappedBuffer(Arrays.copyOf(piece.array(), piece.position())));
        if (!answer.ended && (!channel.isOpen() || codec.connection().stream(stream) == null)) {
            throw new ProtocolException(answer.cancelled ? "it cancelled its answer" : "it does not speak HTTP/2");
        }
        send();
    }

    /** Sends what the codec has to say: the request, and how much more it can take. */
    private void send() throws IOException {
        for (ByteBuf bytes = channel.readOutbound(); bytes != null; bytes = channel.readOutbound()) {
            connection.write(bytes.nioBuffer());
        }
    }

    @Override
    public void close() {
        channel.finishAndReleaseAll();
    }

    /** What has come of it. Netty has checked that headers and body are where they may be. */
    private static final class Answer extends Http2EventAdapter {
        private final ByteBuf body = Unpooled.buffer();
        private @Nullable Http2Headers first;
        private @Nullable Http2Headers last;
        private boolean ended;
        private boolean cancelled;

        @Override
        public void onHeadersRead(
                ChannelHandlerContext context, int id, Http2Headers headers, int padding, boolean isLast) {
            first = first == null ? headers : first;
            last = headers;
            ended = isLast;
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext context,
                int id,
                Http2Headers headers,
                int dependency,
                short weight,
                boolean exclusive,
                int padding,
                boolean isLast) {
            onHeadersRead(context, id, headers, padding, isLast);
        }

        @Override
        public int onDataRead(ChannelHandlerContext context, int id, ByteBuf bytes, int padding, boolean isLast) {
            int read = bytes.readableBytes();
            body.writeBytes(bytes);
            ended = isLast;
            return read + padding;
        }

        @Override
        public void onRstStreamRead(ChannelHandlerContext context, int id, long code) {
            cancelled = true;
        }

        @Override
        public void onGoAwayRead(ChannelHandlerContext context, int lastId, long code, ByteBuf why) {
            cancelled = true;
        }
    }
}
