// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.load;

import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;

/**
 * Whom to ask, and what.
 *
 * @param port where it serves, on loopback
 * @param tls what is trusted; names are not looked at, since everybody serves on loopback
 * @param path of the request
 * @param body JSON
 */
public record Target(int port, SSLContext tls, String path, String body) {
    byte[] request() {
        return (head(body.getBytes(StandardCharsets.UTF_8).length) + body).getBytes(StandardCharsets.UTF_8);
    }

    /** What comes before a body of so many bytes. */
    String head(int length) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                + length + "\r\n\r\n";
    }
}
