// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FarewellTest {
    private final AtomicInteger deciphered = new AtomicInteger();
    private final EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter() {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            deciphered.incrementAndGet();
        }
    });

    @Test
    void whatStillComesIsThrownAwayBeforeItIsDeciphered() {
        var rest = Unpooled.wrappedBuffer(new byte[1000]);
        sayFarewell();

        channel.writeInbound(rest);

        assertThat(deciphered).hasValue(0);
        assertThat(rest.refCnt()).isZero();
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void whoSendsWithoutEndIsNotReadAnyMore() {
        sayFarewell();
        for (int received = 0; received <= AdmissionLimits.MAX_REQUEST; received += 1 << 20) {
            channel.writeInbound(Unpooled.wrappedBuffer(new byte[1 << 20]));
        }
        assertThat(channel.config().isAutoRead()).isTrue();

        channel.writeInbound(Unpooled.wrappedBuffer(new byte[1 << 20]));

        assertThat(channel.config().isAutoRead()).isFalse();
    }

    @Test
    void isOverSoonWhoeverStays() {
        channel.freezeTime();
        sayFarewell();

        channel.advanceTimeBy(250, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();

        assertThat(channel.isOpen()).isFalse();
    }

    /** It closed at once, as TLS has it, and what its client did not read stayed in the kernel. */
    @Test
    void aConnectionThatWasAnsweredHasAMomentToTakeWhatItHasNotRead() {
        channel.freezeTime();
        Farewell.ofIdle(channel, true);
        assertThat(channel.isOpen()).isTrue();

        channel.advanceTimeBy(250, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();

        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aConnectionThatNeverGotAnythingGoesAtOnce() {
        Farewell.ofIdle(channel, false);

        assertThat(channel.isOpen()).isFalse();
    }

    private void sayFarewell() {
        Farewell.after(channel.newSucceededFuture());
    }
}
