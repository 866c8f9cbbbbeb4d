// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.webhook.server.Guest.Reason;
import io.micronaut.http.HttpStatus;
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
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Watches what arrives on one connection, between TLS and HTTP: counts bytes as they come, and ends a request that takes too long from
 * its first byte on, however steadily it trickles. All of it happens on the connection's own event loop, but for what says otherwise.
 */
final class Connection extends ChannelDuplexHandler {
    private static final AttributeKey<Connection> KEY = AttributeKey.valueOf(Connection.class, "of");

    private final Channel channel;
    private final Guests guests;
    private final AdmissionMetrics metrics;
    private final Guest guest;
    private final RequestTimer timer;
    private final AtomicReference<Optional<Deadline>> caller = new AtomicReference<>(Optional.empty());
    private boolean receiving;
    private boolean headed;
    private boolean incomplete;
    private boolean responding;
    private boolean last;
    private boolean dismissed;
    private boolean told;
    private long received;
    private int open;

    Connection(Channel channel, Guests guests, AdmissionMetrics metrics) {
        this.channel = channel;
        this.guests = guests;
        this.metrics = metrics;
        this.guest = new Guest(((InetSocketAddress) channel.remoteAddress()).getAddress(), this::dismiss);
        this.timer = new RequestTimer(channel.eventLoop(), () -> end(Reason.SLOW));
    }

    /** {@return the connection that a channel is} */
    static Connection of(Channel channel) {
        return channel.attr(KEY).get();
    }

    void enter() {
        channel.attr(KEY).set(this);
        var _ = channel.closeFuture().addListener(_ -> left());
        if (!guests.enter(guest)) {
            metrics.dismissed(Reason.CONNECTIONS);
            var _ = channel.close();
        }
    }

    /** Has a deadline end early when the caller goes away; for one request at a time, from any thread. */
    void endsEarly(Deadline deadline) {
        caller.set(Optional.of(deadline));
        if (!channel.isActive()) {
            deadline.abandon();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (dismissed || !(message instanceof ByteBuf bytes)) {
            ReferenceCountUtil.release(message);
            return;
        }
        if (!receiving) {
            begin();
        }
        received += bytes.readableBytes();
        guests.received(guest, received);
        ctx.fireChannelRead(message);
        if (receiving) {
            timer.limit(headed ? AdmissionLimits.REQUEST_DEADLINE : AdmissionLimits.HEADERS_DEADLINE);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (!told) {
            ctx.fireChannelInactive();
        }
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (dismissed) {
            ReferenceCountUtil.release(message);
            promise.tryFailure(new ClosedChannelException());
        } else {
            var _ = ctx.write(message, promise);
        }
    }

    private void begin() {
        receiving = true;
        headed = false;
        responding = false;
        timer.begin();
    }

    void headersCame(boolean more) {
        open++;
        incomplete = more;
        if (!receiving) {
            begin();
        }
        headed = true;
    }

    /** The request is whole. */
    void requestCame() {
        timer.cancel();
        receiving = false;
        incomplete = false;
        if (open > 0) {
            guests.arrived(guest);
        } else {
            answered();
        }
    }

    /** {@return whether it is the last one here: an answer to what has not come yet does not wait for the rest} */
    boolean responseBegins() {
        responding = true;
        last = incomplete && open == 1;
        return last;
    }

    void responseWent(ChannelFuture written) {
        open = Math.max(0, open - 1);
        caller.set(Optional.empty());
        if (last) {
            dismissed = true;
            guests.leave(guest);
            Farewell.after(written);
        } else if (open == 0 && !receiving) {
            answered();
        }
    }

    private void answered() {
        received = 0;
        guests.answered(guest);
    }

    private void dismiss(Reason reason) {
        channel.eventLoop().execute(() -> end(reason));
    }

    private void end(Reason reason) {
        if (dismissed || !channel.isActive()) {
            return;
        }
        dismissed = true;
        metrics.dismissed(reason);
        guests.leave(guest);
        var ctx = channel.pipeline().context(this);
        if (ctx != null && !responding && (open > 0 || (receiving && reason != Reason.CONNECTIONS))) {
            refuse(ctx, reason == Reason.SLOW ? HttpStatus.REQUEST_TIMEOUT : HttpStatus.TOO_MANY_REQUESTS);
        } else {
            var _ = channel.close();
        }
        abandon();
    }

    private void refuse(ChannelHandlerContext ctx, HttpStatus status) {
        metrics.rejected(status);
        Farewell.after(ctx.writeAndFlush(EarlyAnswer.of(status)));
        told = true;
        ctx.fireChannelInactive();
    }

    private void left() {
        timer.cancel();
        guests.leave(guest);
        abandon();
    }

    private void abandon() {
        caller.getAndSet(Optional.empty()).ifPresent(Deadline::abandon);
    }
}
