// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.devices;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Frame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Kubelet's socket below the root of a node, where each request is answered as it was told to. */
final class FakeKubelet implements AutoCloseable {
    /** In seconds. */
    private static final int LONGEST_STOP = 10;

    private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Queue<Answering> answers = new ConcurrentLinkedQueue<>();
    private final Queue<Http2Headers> requests = new ConcurrentLinkedQueue<>();
    private final Queue<Byte> bodies = new ConcurrentLinkedQueue<>();

    /** Writes frames to a stream, or does worse. */
    @FunctionalInterface
    interface Answering {
        void to(Channel stream);
    }

    private FakeKubelet(List<Answering> answers) {
        this.answers.addAll(answers);
    }

    static Path socket(Path root) {
        return root.resolve("var/lib/kubelet/pod-resources/kubelet.sock");
    }

    /** Listens; the last answer is for all requests that come after it too. */
    static FakeKubelet below(Path root, Answering... answers) throws Exception {
        Files.createDirectories(socket(root).resolveSibling("."));
        var kubelet = new FakeKubelet(List.of(answers));
        var _ = new ServerBootstrap()
                .group(kubelet.loop)
                .channel(NioServerDomainSocketChannel.class)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel connection) {
                        connection
                                .pipeline()
                                .addLast(
                                        Http2FrameCodecBuilder.forServer().build(),
                                        new Http2MultiplexHandler(kubelet.new Requests()));
                    }
                })
                .bind(UnixDomainSocketAddress.of(socket(root)))
                .sync();
        return kubelet;
    }

    /** Answers with a message. */
    static Answering message(byte[] bytes) {
        return stream -> {
            head(stream);
            var framed = ByteBuffer.allocate(GrpcMessage.PREFIX + bytes.length)
                    .put((byte) 0)
                    .putInt(bytes.length)
                    .put(bytes)
                    .flip();
            data(stream, framed);
            end(stream, "0", "");
        };
    }

    /** Answers without a message. */
    static Answering status(int code, String message) {
        return stream -> write(
                stream,
                new DefaultHttp2HeadersFrame(
                        new DefaultHttp2Headers()
                                .status("200")
                                .set("content-type", "application/grpc")
                                .set("grpc-status", Integer.toString(code))
                                .set("grpc-message", message),
                        true));
    }

    static void head(Channel stream) {
        write(
                stream,
                new DefaultHttp2HeadersFrame(
                        new DefaultHttp2Headers().status("200").set("content-type", "application/grpc")));
    }

    static void data(Channel stream, ByteBuffer bytes) {
        write(stream, new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(bytes)));
    }

    static void end(Channel stream, String status, String message) {
        write(
                stream,
                new DefaultHttp2HeadersFrame(
                        new DefaultHttp2Headers().set("grpc-status", status).set("grpc-message", message), true));
    }

    static void close(Channel channel) {
        var _ = channel.close();
    }

    private static void write(Channel stream, Http2Frame frame) {
        var _ = stream.writeAndFlush(frame);
    }

    /** {@return the headers of all requests} */
    List<Http2Headers> requests() {
        return List.copyOf(requests);
    }

    /** {@return the bytes of all requests} */
    List<Byte> bodies() {
        return List.copyOf(bodies);
    }

    @Override
    public void close() {
        var _ = loop.shutdownGracefully(0, LONGEST_STOP, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    /** Each request's frames. */
    @ChannelHandler.Sharable
    private final class Requests extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object frame) {
            switch (frame) {
                case Http2HeadersFrame head -> requests.add(head.headers());
                case Http2DataFrame data -> {
                    keep(data.content());
                    boolean isLast = data.isEndStream();
                    data.release();
                    if (isLast) {
                        next().to(context.channel());
                    }
                }
                default -> {}
            }
        }

        private void keep(ByteBuf bytes) {
            while (bytes.isReadable()) {
                bodies.add(bytes.readByte());
            }
        }

        private Answering next() {
            return answers.size() > 1 ? answers.remove() : answers.element();
        }
    }
}
