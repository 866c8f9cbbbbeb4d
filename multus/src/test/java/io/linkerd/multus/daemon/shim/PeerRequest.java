// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.shim;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/** What the shim asked the peer: a request's first line, its headers as they came, and its body. */
record PeerRequest(String method, String path, String headers, String body) {
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *([0-9]+)\r\n");
    private static final Pattern CONFIG = Pattern.compile("\"config\":\"([^\"]*)\"");

    static PeerRequest read(InputStream input) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = input.read();
            if (next < 0) {
                throw new EOFException("a head that ends too early: " + head);
            }
            head.append((char) next);
        }
        var line = head.substring(0, head.indexOf("\r\n")).split(" ", -1);
        var length = LENGTH.matcher(head);
        var body = length.find() ? input.readNBytes(Integer.parseInt(length.group(1))) : new byte[0];
        return new PeerRequest(
                line[0], line[1], new String(head.toString().getBytes(ISO_8859_1), UTF_8), new String(body, UTF_8));
    }

    String line() {
        return method + " " + path;
    }

    /** Returns the configuration within, as the runtime had given it. */
    Optional<String> config() {
        var config = CONFIG.matcher(body);
        return config.find()
                ? Optional.of(new String(Base64.getDecoder().decode(config.group(1)), UTF_8))
                : Optional.empty();
    }
}
