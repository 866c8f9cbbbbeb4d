// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.function.Supplier;

/** Has the event loops take turns, which end where what one connection sent has been worked through. */
@Sharable
final class Turns extends ChannelInboundHandlerAdapter {
    private final FastThreadLocal<Turn> turn;

    Turns() {
        this(Turn::ofThisThread);
    }

    /**
     * Has each loop take such turns.
     *
     * @param turns makes a loop's own
     */
    Turns(Supplier<Turn> turns) {
        turn = new FastThreadLocal<>() {
            @Override
            protected Turn initialValue() {
                return turns.get();
            }
        };
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        ctx.fireChannelReadComplete();
        turn.get().pass();
    }
}
