// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The end of a connection whose client may still be sending. It gets a moment to read its answer, and what still comes is thrown away
 * as it came: to decipher 7 MiB takes this small a JVM 0.15 s, in which the event loop does nothing for anybody else.
 */
final class Farewell extends ChannelInboundHandlerAdapter {
    /** For the answer to reach somebody who is still sending; a connection that is closed upon what it sends loses it. */
    private static final Duration LINGER = Duration.ofMillis(250);

    /** Who writes a whole request before reading gets to its end, with what encryption adds. Who sends more is not read any more. */
    private static final int MOST = AdmissionLimits.MAX_REQUEST + (1 << 20);

    private long thrownAway;

    /** Ends a connection after its last answer. */
    static void after(ChannelFuture answer) {
        var channel = answer.channel();
        channel.pipeline().addFirst("farewell", new Farewell());
        channel.config().setAutoRead(true);
        var _ = answer.addListener(_ -> saysNoMore(channel));
        var _ = channel.eventLoop().schedule(() -> hangUp(channel), LINGER.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Ends a connection in which nothing goes on. Of answers that the kernel took, and the client has not taken by the end of that moment,
     * nothing is kept: the kernel would have them for minutes, and count them for no connection.
     */
    static void ofIdle(Channel channel, boolean answered) {
        if (answered) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
            after(channel.newSucceededFuture());
        } else {
            var _ = channel.close();
        }
    }

    /**
     * Ends a connection at once whose client does not read. TLS would wait 3 s for it to take what is left, and the kernel minutes; all of
     * that is memory, and counted no more.
     */
    static void without(Channel channel) {
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
        hangUp(channel);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof ByteBuf bytes) {
            thrownAway += bytes.readableBytes();
        }
        ReferenceCountUtil.release(message);
        if (thrownAway > MOST) {
            ctx.channel().config().setAutoRead(false);
        }
    }

    private static void saysNoMore(Channel channel) {
        var tls = channel.pipeline().get(SslHandler.class);
        if (tls != null && channel instanceof DuplexChannel socket) {
            var _ = tls.closeOutbound().addListener(_ -> endOutput(socket));
        }
    }

    private static void endOutput(DuplexChannel socket) {
        var _ = socket.shutdownOutput();
    }

    /** From the socket's side of TLS, which has said what it had to say, or will not be heard. */
    private static void hangUp(Channel channel) {
        var next = channel.pipeline().firstContext();
        var _ = next == null ? channel.close() : next.close();
    }
}
