// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.micronaut.context.event.BeanCreatedEvent;
import io.micronaut.context.event.BeanCreatedEventListener;
import io.micronaut.http.netty.channel.ChannelPipelineCustomizer;
import io.micronaut.http.server.netty.NettyServerCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import jakarta.inject.Singleton;

/** Has every connection of the server watched from its first moment on. */
@Singleton
class ConnectionCustomizer implements BeanCreatedEventListener<NettyServerCustomizer.Registry> {
    private static final int MOST_OPEN = AdmissionLimits.STANDARD.connections() + AdmissionLimits.LEAVING;

    /**
     * What the kernel takes of answers that are not read; Linux doubles it. By itself it takes up to 4 MiB, and answers that lay there
     * counted as sent, for none of {@link Guests}' books.
     */
    private static final int SENT = 64 << 10;

    private final Guests guests;
    private final AdmissionMetrics metrics;
    private final Sockets sockets;
    private final Turns turns = new Turns();

    ConnectionCustomizer(Guests guests, AdmissionMetrics metrics, Sockets sockets) {
        this.sockets = sockets;
        this.guests = guests;
        this.metrics = metrics;
        metrics.connections(guests::count, guests::held);
    }

    @Override
    public NettyServerCustomizer.Registry onCreated(BeanCreatedEvent<NettyServerCustomizer.Registry> event) {
        event.getBean().register(new OfServer());
        return event.getBean();
    }

    /** Knows of no connection yet. */
    private final class OfServer implements NettyServerCustomizer {
        @Override
        public NettyServerCustomizer specializeForChannel(Channel channel, ChannelRole role) {
            return switch (role) {
                case LISTENER -> {
                    sockets.opened(channel);
                    channel.pipeline().addFirst("accept-pace", new AcceptPace(MOST_OPEN, sockets));
                    yield this;
                }
                case CONNECTION -> new OfConnection(new Connection(channel, guests, metrics), turns, channel);
                case REQUEST_STREAM, PUSH_PROMISE_STREAM -> this;
            };
        }
    }

    private record OfConnection(Connection connection, Turns turns, Channel channel) implements NettyServerCustomizer {
        @Override
        public void onInitialPipelineBuilt() {
            channel.config().setOption(ChannelOption.SO_SNDBUF, SENT);
            connection.enter();
        }

        @Override
        public void onStreamPipelineBuilt() {
            var codec = ChannelPipelineCustomizer.HANDLER_HTTP_SERVER_CODEC;
            channel.pipeline()
                    .addBefore(codec, "turns", turns)
                    .addBefore(codec, "connection", connection)
                    .addAfter(codec, "messages", new Messages(connection));
        }
    }
}
