// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.micronaut.http.HttpStatus;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** The last answer on a connection whose request has not arrived. */
final class EarlyAnswer {
    private EarlyAnswer() {}

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
