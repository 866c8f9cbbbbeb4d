// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.shim;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * What the peer sends.
 *
 * @param bytes all of it, with its head
 * @param open whether the connection stays open afterwards, until the shim closes it
 */
record PeerAnswer(String bytes, boolean open) {

    static PeerAnswer of(int status, String body) {
        return new PeerAnswer(
                "HTTP/1.1 %d Status\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
                        .formatted(status, body.getBytes(UTF_8).length, body),
                false);
    }

    /** As Go's server sends what is longer than 2 KiB. */
    static PeerAnswer chunked(int status, String body, int size) {
        var bytes = new StringBuilder("HTTP/1.1 %d Status\r\nTransfer-Encoding: chunked\r\n\r\n".formatted(status));
        for (int i = 0; i < body.length(); i += size) {
            var chunk = body.substring(i, Math.min(body.length(), i + size));
            bytes.append(Integer.toHexString(chunk.getBytes(UTF_8).length))
                    .append("\r\n")
                    .append(chunk)
                    .append("\r\n");
        }
        return new PeerAnswer(bytes.append("0\r\n\r\n").toString(), false);
    }

    /** The answer of a server that would take another request. */
    PeerAnswer keptOpen() {
        return new PeerAnswer(bytes, true);
    }

    static PeerAnswer raw(String bytes) {
        return new PeerAnswer(bytes, false);
    }

    static PeerAnswer none() {
        return new PeerAnswer("", true);
    }
}
