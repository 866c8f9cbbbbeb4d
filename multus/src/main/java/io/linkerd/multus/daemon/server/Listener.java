// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DuplexChannel;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A Unix-domain socket that speaks HTTP/1.1, and the one event loop of all its connections. */
final class Listener {
    /** Connections that the kernel keeps until they are accepted. */
    private static final int BACKLOG = 1024;

    private static final HttpDecoderConfig LIMITS = new HttpDecoderConfig()
            .setMaxInitialLineLength(1 << 10)
            .setMaxHeaderSize(8 << 10)
            .setMaxChunkSize(64 << 10);

    /** In the heap, and not kept: a few KiB at a time come and go. */
    private static final UnpooledByteBufAllocator BUFFERS = new UnpooledByteBufAllocator(false, true);

    private final EventLoopGroup loop;

    private Listener(EventLoopGroup loop) {
        this.loop = loop;
    }

    /**
     * Listens on a path where nothing is.
     *
     * @param connections what reads the messages of each connection
     */
    static Listener on(Path path, Function<DuplexChannel, ChannelHandler> connections)
            throws IOException, InterruptedException {
        var loop = new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("requests"), NioIoHandler.newFactory());
        var bound = new ServerBootstrap()
                .group(loop)
                .channel(NioServerDomainSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.ALLOCATOR, BUFFERS)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, new HeapReads())
                .childHandler(new ChannelInitializer<NioDomainSocketChannel>() {
                    @Override
                    protected void initChannel(NioDomainSocketChannel channel) {
                        channel.pipeline()
                                .addLast(
                                        new HttpRequestDecoder(LIMITS),
                                        new HttpResponseEncoder(),
                                        connections.apply(channel));
                    }
                })
                .bind(UnixDomainSocketAddress.of(path))
                .await();
        var listener = new Listener(loop);
        if (!bound.isSuccess()) {
            listener.close();
            throw new IOException("cannot listen on " + path + ": " + reason(bound), bound.cause());
        }
        return listener;
    }

    /** Runs on the event loop, soon. */
    void execute(Runnable task) {
        loop.execute(task);
    }

    /** Returns when the event loop has seen whatever has come so far of connections and requests. */
    void awaitRound() throws InterruptedException {
        for (int i = 0; i < 2; i++) { // the first one may have looked at its sockets before
            loop.submit(() -> {}).await();
        }
    }

    /** Ends all connections, and accepts no more. */
    void close() throws InterruptedException {
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
    }

    private static String reason(ChannelFuture failed) {
        return String.valueOf(failed.cause().getMessage());
    }
}
