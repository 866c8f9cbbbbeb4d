// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;

/** Tells a {@link Connection} where requests and responses begin and end, and how long responses are. */
final class Messages extends ChannelDuplexHandler {
    private final Connection connection;
    private int content;

    Messages(Connection connection) {
        this.connection = connection;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof HttpRequest request) {
            connection.headersCame(announcesMore(request));
        }
        if (message instanceof LastHttpContent) {
            connection.requestCame();
        }
        ctx.fireChannelRead(message);
    }

    /** What could not be decoded is refused behind us; its length may be no number, and would be thrown with its text. */
    private static boolean announcesMore(HttpRequest request) {
        return request.decoderResult().isSuccess()
                && (HttpUtil.isTransferEncodingChunked(request) || HttpUtil.getContentLength(request, 0L) > 0);
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        // 100 Continue is no answer yet.
        if (message instanceof HttpResponse response
                && response.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
            var _ = ctx.write(message, promise);
            return;
        }
        if (message instanceof HttpResponse response && connection.answerBegins()) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
        content += message instanceof HttpContent some ? some.content().readableBytes() : 0;
        boolean whole = message instanceof LastHttpContent;
        var written = ctx.write(message, promise.unvoid());
        if (whole) {
            connection.answerQueued(content, written);
            content = 0;
        }
    }
}
