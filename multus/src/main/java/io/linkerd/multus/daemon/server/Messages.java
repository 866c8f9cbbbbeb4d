// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.nio.charset.StandardCharsets;

/** Answers and refusals in the words of Netty's codec. */
final class Messages {
    private Messages() {}

    /** {@return an answer, the last one on its connection} */
    static FullHttpResponse of(Answer answer) {
        var content = answer.body().getBytes(StandardCharsets.UTF_8);
        var response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(answer.status()), Unpooled.wrappedBuffer(content));
        response.headers()
                .set(HttpHeaderNames.CONTENT_LENGTH, content.length)
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        if (content.length > 0) {
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, answer.media().type());
        }
        return response;
    }

    /** {@return the same, for a method whose answer has no body} */
    static FullHttpResponse headOf(Answer answer) {
        return of(answer).replace(Unpooled.EMPTY_BUFFER);
    }

    /** {@return word to a client that waits for it before it sends its body} */
    static FullHttpResponse goOn() {
        return new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER);
    }

    /** {@return why a request cannot be read} */
    static Refusal refusal(DecoderResult result) {
        var problem = result.cause();
        return problem instanceof TooLongHttpLineException || problem instanceof TooLongHttpHeaderException
                ? Refusal.LONG_HEAD
                : Refusal.MALFORMED;
    }
}
