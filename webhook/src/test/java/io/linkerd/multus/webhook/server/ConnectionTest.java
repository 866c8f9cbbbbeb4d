// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A connection between a socket that takes nothing, or everything, and a service that answers at once. */
class ConnectionTest {
    private static final int KIBIBYTE = 1 << 10;
    private static final int ANSWER = 30 * KIBIBYTE;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final AdmissionMetrics metrics = new AdmissionMetrics(List.of(), registry);
    private final Guests guests = new Guests(System::nanoTime, new AdmissionLimits(4, 3, 200 * KIBIBYTE));
    private final Kernel kernel = new Kernel();
    private final EmbeddedChannel channel = channel();

    /** It counted as answered, and lay there for as long as its peer liked. */
    @Test
    void anAnswerThatIsNotReadIsCutOffAfterTenSeconds() {
        ask();
        assertThat(guests.held()).isGreaterThan(2 * ANSWER);
        assertThat(List.of(count("queued"), count("sent"))).containsExactly(1.0, 0.0);

        pass(9);
        assertThat(channel.isOpen()).isTrue();
        pass(1);

        assertThat(channel.isOpen()).isFalse();
        assertThat(guests.held()).isZero();
        assertThat(guests.count()).isZero();
        assertThat(dismissed("unread")).isEqualTo(1);
    }

    @Test
    void anAnswerThatIsReadInTimeIsGone() {
        ask();
        pass(5);
        kernel.takeAll();

        assertThat(guests.held()).isZero();
        assertThat(count("sent")).isEqualTo(1);
        pass(60);
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void whatTheSocketTakesAtOnceNeedsNoTime() {
        kernel.takeAll();
        ask();
        ask();

        assertThat(guests.held()).isZero();
        assertThat(count("sent")).isEqualTo(2);
        pass(60);
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void eachAnswerOfRequestsInARowHasItsTime() {
        ask();
        pass(6);
        ask();
        kernel.take();
        pass(6);
        assertThat(channel.isOpen()).isTrue();
        assertThat(guests.held()).isGreaterThan(2 * ANSWER);

        pass(4);

        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void whereMemoryIsShortAnswersThatAreNotReadAreCutOffAtOnce() {
        ask();
        ask();
        assertThat(channel.isOpen()).isTrue();
        ask();
        channel.runPendingTasks();

        assertThat(channel.isOpen()).isFalse();
        assertThat(guests.held()).isZero();
        assertThat(dismissed("memory")).isEqualTo(1);
    }

    /** It was closed without a word, and the API server refused the pod whose review met that: EOF. */
    @Test
    void anIdleConnectionIsToldToComeAgainWhenTheReplicaStops() {
        kernel.takeAll();
        ask();
        guests.dismissIdle();
        channel.runPendingTasks();
        ask();

        assertThat(kernel.text())
                .containsOnlyOnce("HTTP/1.1 200 OK")
                .containsOnlyOnce("HTTP/1.1 503 Service Unavailable")
                .contains("Retry-After: 1", "Connection: close");
        assertThat(channel.isOpen()).isTrue();
        channel.advanceTimeBy(250, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aRequestThatCameBeforeItsConnectionIsToldOfAStopIsAnswered() {
        kernel.takeAll();
        ask();
        guests.dismissIdle();
        ask();
        channel.runPendingTasks();

        assertThat(kernel.text().split("HTTP/1.1 200 OK", -1)).hasSize(3);
    }

    private void ask() {
        channel.writeInbound(Unpooled.copiedBuffer(
                "POST /mutate/pods HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}", StandardCharsets.US_ASCII));
    }

    private void pass(int seconds) {
        channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
    }

    private double count(String stage) {
        return registry.get("linkerd_multus_webhook_answers")
                .tag("stage", stage)
                .counter()
                .count();
    }

    private double dismissed(String reason) {
        return registry.find("linkerd_multus_webhook_dismissed_connections").tag("reason", reason).counters().stream()
                .map(Meter::measure)
                .mapToDouble(values -> values.iterator().next().getValue())
                .sum();
    }

    private EmbeddedChannel channel() {
        var made = new EmbeddedChannel() {
            @Override
            protected SocketAddress remoteAddress0() {
                return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
            }
        };
        made.freezeTime();
        var connection = new Connection(made, guests, metrics);
        connection.enter();
        made.pipeline().addLast(kernel, connection, new HttpServerCodec(), new Messages(connection), new Service());
        return made;
    }

    /** Keeps what is written until it is taken. */
    private static final class Kernel extends ChannelOutboundHandlerAdapter {
        private final Queue<ChannelPromise> waiting = new ArrayDeque<>();
        private final StringBuilder text = new StringBuilder();
        private boolean takes;

        @Override
        public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
            text.append(message instanceof ByteBuf bytes ? bytes.toString(StandardCharsets.US_ASCII) : "");
            ReferenceCountUtil.release(message);
            if (takes) {
                promise.trySuccess();
            } else {
                waiting.add(promise);
            }
        }

        /** Takes what was written of one answer: its head, and its body. */
        void take() {
            waiting.remove().trySuccess();
            waiting.remove().trySuccess();
        }

        /** {@return what was written} */
        String text() {
            return text.toString();
        }

        void takeAll() {
            takes = true;
            waiting.forEach(ChannelPromise::trySuccess);
            waiting.clear();
        }
    }

    private static final class Service extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            boolean whole = message instanceof LastHttpContent;
            ReferenceCountUtil.release(message);
            if (whole) {
                var answer = new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(new byte[ANSWER]));
                answer.headers().set(HttpHeaderNames.CONTENT_LENGTH, ANSWER);
                var _ = ctx.writeAndFlush(answer);
            }
        }
    }
}
