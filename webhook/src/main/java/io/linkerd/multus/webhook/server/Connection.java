// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.webhook.server.Exchange.Closing;
import io.linkerd.multus.webhook.server.Exchange.Ending;
import io.linkerd.multus.webhook.server.Exchange.Event;
import io.linkerd.multus.webhook.server.Exchange.Served;
import io.linkerd.multus.webhook.server.Guest.Reason;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Watches what passes on one connection, between TLS and HTTP: counts bytes as they come and until the socket has taken them, and ends a
 * request that takes too long from its first byte on, however steadily it trickles, and an answer that is not read. It translates Netty's
 * events for {@link Exchange}, on the connection's own event loop but for what says otherwise.
 */
final class Connection extends ChannelDuplexHandler {
    private static final AttributeKey<Connection> KEY = AttributeKey.valueOf(Connection.class, "of");

    private final Channel channel;
    private final AdmissionMetrics metrics;
    private final Account account;
    private final RequestTimer receiving;
    private final RequestTimer sending;
    private final Caller caller = new Caller();

    Connection(Channel channel, Guests guests, AdmissionMetrics metrics) {
        this.channel = channel;
        this.metrics = metrics;
        var from = ((InetSocketAddress) channel.remoteAddress()).getAddress();
        this.account = new Account(
                guests, new Guest(from, reason -> channel.eventLoop().execute(() -> end(reason))));
        this.receiving = new RequestTimer(channel.eventLoop(), () -> end(Reason.SLOW));
        this.sending = new RequestTimer(channel.eventLoop(), () -> end(Reason.UNREAD));
    }

    /** {@return the connection that a channel is} */
    static Connection of(Channel channel) {
        return channel.attr(KEY).get();
    }

    void enter() {
        channel.attr(KEY).set(this);
        var _ = channel.closeFuture().addListener(_ -> left());
        if (!account.enter()) {
            metrics.dismissed(Reason.CONNECTIONS);
            var _ = channel.close();
        }
    }

    /** Has a deadline end early when the caller goes away; for one request at a time, from any thread. */
    void endsEarly(Deadline deadline) {
        caller.waits(deadline, channel);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (account.state() instanceof Closing || !(message instanceof ByteBuf bytes)) {
            ReferenceCountUtil.release(message);
            return;
        }
        on(new Event.Bytes(bytes.readableBytes()));
        ctx.fireChannelRead(message);
        account.deadline().ifPresent(receiving::limit);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (!(account.state() instanceof Closing(Ending how) && how == Ending.TOLD)) {
            ctx.fireChannelInactive();
        }
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (account.state() instanceof Closing) {
            ReferenceCountUtil.release(message);
            promise.tryFailure(new ClosedChannelException());
        } else {
            var _ = ctx.write(message, promise);
        }
    }

    /** What the socket takes at once, as it takes nearly all answers, needs no timer. */
    @Override
    public void flush(ChannelHandlerContext ctx) {
        ctx.flush();
        if (account.isSending()) {
            sending.limit(AdmissionLimits.ANSWER_DEADLINE);
        }
    }

    void headersCame(boolean more) {
        on(new Event.Head(more));
    }

    /** The request is whole. */
    void requestCame() {
        receiving.cancel();
        on(new Event.Whole());
    }

    /** {@return whether it is the last one here} */
    boolean answerBegins() {
        on(new Event.AnswerBegins());
        return account.state() instanceof Served now && now.answersLast();
    }

    /** An answer was handed over, and lies here until the socket has taken it. */
    void answerQueued(int bytes, ChannelFuture written) {
        if (account.state() instanceof Closing) {
            return;
        }
        metrics.queued();
        caller.isAnswered();
        sending.begin();
        on(new Event.AnswerQueued(bytes));
        var _ = written.addListener(done -> answerLeft(bytes, done.isSuccess()));
        if (account.state() instanceof Closing(Ending how)) {
            close(how, () -> written);
        }
    }

    private void answerLeft(int bytes, boolean sent) {
        if (sent) {
            metrics.sent();
        }
        on(new Event.AnswerSent(bytes));
        sending.cancel();
        if (account.isSending()) {
            sending.begin();
            sending.limit(AdmissionLimits.ANSWER_DEADLINE);
        }
    }

    private void on(Event event) {
        boolean received = account.isReceiving();
        account.on(event);
        if (!received && account.isReceiving()) {
            receiving.begin();
        }
    }

    private void end(Reason reason) {
        if (account.state() instanceof Closing || !channel.isActive()) {
            return;
        }
        on(new Event.Dismissed(reason));
        if (account.state() instanceof Closing(Ending how)) {
            metrics.dismissed(reason);
            close(how, () -> refused(reason));
            if (how == Ending.TOLD) {
                context().fireChannelInactive();
            }
            caller.goes();
        }
    }

    private ChannelFuture refused(Reason reason) {
        var status = EarlyAnswer.status(reason);
        if (reason != Reason.STOPPING) {
            metrics.rejected(status);
        }
        return context().writeAndFlush(EarlyAnswer.of(status));
    }

    private void close(Ending how, Supplier<ChannelFuture> lastAnswer) {
        account.leave();
        switch (how) {
            case ANSWERED, TOLD -> Farewell.after(lastAnswer.get());
            case CLOSED -> Farewell.ofIdle(channel, account.wasAnswered());
            case CUT -> Farewell.without(channel);
        }
    }

    private void left() {
        receiving.cancel();
        sending.cancel();
        account.leave();
        caller.goes();
    }

    /** Where something has come over it a connection has its place in the pipeline. */
    private ChannelHandlerContext context() {
        return Objects.requireNonNull(channel.pipeline().context(this));
    }
}
