// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.linkerd.multus.daemon.requests.Endpoint;
import io.linkerd.multus.daemon.server.Phase.Closing;
import io.linkerd.multus.daemon.server.Phase.Receiving;
import io.linkerd.multus.daemon.server.Phase.Silent;
import io.linkerd.multus.daemon.server.Phase.Working;
import io.linkerd.multus.daemon.server.RequestHead.Verdict;
import io.linkerd.multus.service.clocks.Deadline;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.Optional;

/**
 * One connection: one request, its answer, and the end; all on the server's event loop. A client that ends its side, even of sending alone, has
 * gone, as it has for Go's server.
 */
final class Connection extends ChannelInboundHandlerAdapter {
    private final DuplexChannel channel;
    private final ServerLimits limits;
    private final Connections connections;
    private final Requests requests;
    private final RequestMetrics metrics;
    private final Alarm alarm;
    private final Farewell farewell;
    private Phase phase = new Silent();
    private RequestHead head = RequestHead.NONE;

    /** Whether its request is carried out, perhaps for no client any more: until then its place is taken. */
    private boolean isWorking;

    Connection(
            DuplexChannel channel,
            ServerLimits limits,
            Connections connections,
            Requests requests,
            RequestMetrics metrics) {
        this.channel = channel;
        this.limits = limits;
        this.connections = connections;
        this.requests = requests;
        this.metrics = metrics;
        this.alarm = new Alarm(channel.eventLoop(), channel.pipeline()::fireExceptionCaught);
        this.farewell = new Farewell(channel, alarm);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        alarm.set(limits.times().head(), () -> refuse(Refusal.SLOW));
        connections.enter(this).ifPresent(displaced -> displaced.cut(Refusal.DISPLACED));
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        try {
            if (phase instanceof Silent && message instanceof HttpRequest request) {
                begin(request);
            }
            if (phase instanceof Receiving receiving && message instanceof HttpContent content) {
                receive(receiving, content);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        alarm.clear();
        switch (phase) {
            case Working(var deadline) -> {
                metrics.cancelled();
                requests.cancel(deadline);
            }
            case Receiving(var _, var body) -> body.release();
            case Silent _, Closing _ -> {}
        }
        phase = new Closing();
        leave();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        farewell.failed(cause);
    }

    /** The daemon stops, and waits no longer for this request. */
    void stop() {
        switch (phase) {
            case Working(var deadline) -> cancel(deadline);
            case Silent _, Receiving _ -> refuse(Refusal.STOPPING);
            case Closing _ -> {}
        }
    }

    /** Ends the connection without a word. */
    void cut(Refusal why) {
        metrics.refused(why);
        var _ = channel.close();
    }

    private void begin(HttpRequest request) {
        head = RequestHead.of(request, limits);
        switch (head.verdict()) {
            case Verdict.Tell(var answer) -> answer(answer, false);
            case Verdict.Refuse(var why) -> refuse(why);
            case Verdict.Receive receive ->
                obstacle(receive.target()).ifPresentOrElse(this::refuse, () -> admit(receive));
        }
    }

    /** {@return what there is against a request, apart from the request} */
    private Optional<Refusal> obstacle(Target target) {
        return target instanceof Target.Command
                ? requests.obstacle().or(() -> connections.begin(this))
                : Optional.empty();
    }

    private void admit(Verdict.Receive receive) {
        phase = new Receiving(receive.target(), new Body(receive.longest(), connections));
        alarm.set(limits.times().content(), () -> refuse(Refusal.SLOW));
        if (receive.asksFirst()) {
            var _ = channel.writeAndFlush(Messages.goOn());
        }
    }

    private void receive(Receiving receiving, HttpContent content) {
        var refusal = content.decoderResult().isFailure()
                ? Optional.of(Messages.refusal(content.decoderResult()))
                : receiving.body().add(content.content());
        if (refusal.isPresent()) {
            refuse(refusal.get());
        } else if (content instanceof LastHttpContent) {
            arrived(receiving.target(), receiving.body());
        }
    }

    private void arrived(Target target, Body body) {
        switch (target) {
            case Target.Probe probe -> answer(requests.probe(probe), true);
            case Target.Command(var endpoint) -> work(endpoint, body);
        }
    }

    private void work(Endpoint endpoint, Body body) {
        var deadline = Deadline.in(limits.times().work(), System::nanoTime);
        phase = new Working(deadline);
        isWorking = true;
        alarm.set(limits.times().work(), () -> cancel(deadline));
        requests.begin(
                endpoint, body.take(), deadline, answer -> channel.eventLoop().execute(() -> worked(body, answer)));
    }

    private void worked(Body body, Answer answer) {
        body.release();
        isWorking = false;
        if (phase instanceof Working) {
            answer(answer, true);
        }
        leave();
    }

    private void cancel(Deadline deadline) {
        requests.cancel(deadline);
        alarm.set(limits.times().rollback(), () -> refuse(Refusal.WORK_TIMEOUT));
    }

    private void refuse(Refusal why) {
        metrics.refused(why);
        answer(why.answer(), false);
    }

    /** Says the last thing here; to a request that may not be {@code whole} so that its client hears it. */
    private void answer(Answer answer, boolean whole) {
        if (phase instanceof Receiving(var _, var body)) {
            body.release();
        }
        phase = new Closing();
        metrics.answered(head.handler(), answer.status(), head.method());
        alarm.set(limits.times().answer(), () -> cut(Refusal.UNREAD));
        var message = head.isForHeadersAlone() ? Messages.headOf(answer) : Messages.of(answer);
        if (whole) {
            farewell.after(message);
        } else {
            farewell.early(message);
        }
    }

    private void leave() {
        if (!isWorking && !channel.isActive()) {
            connections.leave(this);
        }
    }
}
