// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Accepts no more connections than are closed: whoever comes meanwhile waits in the kernel's queue, which costs this process nothing.
 * {@link Guests} decides who goes, but a flood would come faster than anybody can.
 */
final class AcceptPace extends ChannelInboundHandlerAdapter {
    private static final long LOOK_AGAIN_MILLIS = 2;

    private final int most;
    private final Sockets sockets;
    private final AtomicInteger open = new AtomicInteger();

    AcceptPace(int most, Sockets sockets) {
        this.most = most;
        this.sockets = sockets;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object accepted) {
        if (accepted instanceof Channel connection) {
            open.incrementAndGet();
            sockets.opened(connection);
            var _ = connection.closeFuture().addListener(_ -> open.decrementAndGet());
        }
        ctx.fireChannelRead(accepted);
        if (open.get() >= most) {
            ctx.channel().config().setAutoRead(false);
            lookAgain(ctx);
        }
    }

    private void lookAgain(ChannelHandlerContext ctx) {
        var _ = ctx.executor().schedule(() -> resume(ctx), LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void resume(ChannelHandlerContext ctx) {
        if (open.get() < most) {
            ctx.channel().config().setAutoRead(true);
        } else {
            lookAgain(ctx);
        }
    }
}
