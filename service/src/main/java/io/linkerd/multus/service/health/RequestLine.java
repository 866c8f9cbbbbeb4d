// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.health;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Optional;

/**
 * The first line of an HTTP/1 request (RFC 9112), which is all that is kept of one.
 *
 * @param method empty where the line is none
 * @param path of the target, without its query; empty where the line is none
 */
record RequestLine(String method, String path) {
    private static final int LONGEST_LINE = 1 << 10;

    /** A kubelet's probe has a few hundred bytes, and headers that a pod's author may add. */
    private static final int LONGEST_HEAD = 16 << 10;

    private static final RequestLine MALFORMED = new RequestLine("", "");

    /** {@return the line, once the empty line after all headers has come; empty where the peer sent no whole head and closed} */
    static Optional<RequestLine> read(InputStream in) throws IOException {
        var line = new StringBuilder();
        boolean first = true;
        int length = 0;
        for (int total = 0; total < LONGEST_HEAD; total++) {
            int character = in.read();
            if (character < 0) {
                return Optional.empty();
            }
            if (character != '\n') {
                length += character == '\r' ? 0 : 1;
                if (first && character != '\r' && length <= LONGEST_LINE) {
                    line.append((char) character);
                }
            } else if (length > 0) {
                first = false;
                length = 0;
            } else if (!first) {
                return Optional.of(of(line.toString()));
            }
        }
        return Optional.of(MALFORMED);
    }

    boolean isMalformed() {
        return equals(MALFORMED);
    }

    private static RequestLine of(String line) {
        var parts = line.split(" ", -1);
        if (parts.length != 3 || !parts[2].startsWith("HTTP/1.")) {
            return MALFORMED;
        }
        try {
            return new RequestLine(
                    parts[0],
                    Optional.ofNullable(URI.create(parts[1]).getPath()).orElse(""));
        } catch (IllegalArgumentException _) {
            return MALFORMED;
        }
    }
}
