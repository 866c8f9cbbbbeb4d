// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A loop that gave way before it had answered would only answer later. */
final class TurnsTest {
    private final List<String> order = new ArrayList<>();

    @Test
    void givesWayOnlyWhenWhatWasReadHasBeenWorkedThrough() {
        var turn = new Turn(() -> order.size() * Turn.LENGTH.toNanos(), () -> order.add("gave way"));
        var channel = new EmbeddedChannel(new Turns(() -> turn), new Answers());

        channel.writeInbound("a request", "another");

        assertThat(order).containsExactly("answered", "answered", "gave way");
        channel.finishAndReleaseAll();
    }

    private final class Answers extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            order.add("answered");
        }
    }
}
