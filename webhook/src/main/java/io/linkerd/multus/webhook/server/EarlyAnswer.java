// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.linkerd.multus.webhook.server.Guest.Reason;
import io.micronaut.http.HttpStatus;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/**
 * The last answer on a connection whose request has not arrived. An idle connection gets one when this replica stops: an API server may have
 * sent a request at that moment, and Go's client takes an end without an answer for the failure of a POST ("EOF"). Where it has sent none
 * it closes the connection, as RFC 9112, 9.2 has it, with a line in its log ("Unsolicited response received on idle HTTP channel").
 */
final class EarlyAnswer {
    private EarlyAnswer() {}

    /** {@return what it says of why the connection has to go} API servers repeat a request after 429 and 5xx alone. */
    static HttpStatus status(Reason reason) {
        return switch (reason) {
            case SLOW -> HttpStatus.REQUEST_TIMEOUT;
            case CONNECTIONS, MEMORY, UNREAD -> HttpStatus.TOO_MANY_REQUESTS;
            case STOPPING -> HttpStatus.SERVICE_UNAVAILABLE;
        };
    }

    /** {@return the bytes of it} API servers come again, within their own time, where they are told when. */
    static ByteBuf of(HttpStatus status) {
        var line = status.getCode() + " " + status.getReason();
        return Unpooled.copiedBuffer(
                String.join(
                        "\r\n",
                        "HTTP/1.1 " + line,
                        "Content-Type: text/plain",
                        "Connection: close",
                        "Retry-After: 1",
                        "Content-Length: " + (line.length() + 1),
                        "",
                        line + "\n"),
                StandardCharsets.US_ASCII);
    }
}
