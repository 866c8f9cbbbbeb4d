// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpRequestDecoder;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end of a connection, with its last answer. What its client sends from then on is thrown away unread. */
final class Farewell {
    private static final Logger log = LoggerFactory.getLogger(Farewell.class);

    /** For a client that still sends when it is answered: its write fails at the end of the connection, and some never read then. */
    private static final Duration LINGER = Duration.ofMillis(500);

    private final DuplexChannel channel;
    private final Alarm alarm;

    Farewell(DuplexChannel channel, Alarm alarm) {
        this.channel = channel;
        this.alarm = alarm;
    }

    /** After the answer to a whole request. */
    void after(FullHttpResponse answer) {
        var _ = channel.writeAndFlush(answer).addListener(_ -> close());
    }

    /** After an answer to a request that its client may still be sending. */
    void early(FullHttpResponse answer) {
        if (channel.pipeline().get(HttpRequestDecoder.class) != null) {
            channel.pipeline().remove(HttpRequestDecoder.class);
        }
        var _ = channel.writeAndFlush(answer).addListener(_ -> {
            alarm.set(LINGER, this::close);
            var _ = channel.shutdownOutput();
        });
    }

    /** After a failure: the client's going, as a rule, which is nothing to tell. */
    void failed(Throwable failure) {
        if (!(failure instanceof IOException)) {
            log.atError().setCause(failure).log("a connection was ended because of a fault of this daemon");
        }
        close();
    }

    private void close() {
        var _ = channel.close();
    }
}
