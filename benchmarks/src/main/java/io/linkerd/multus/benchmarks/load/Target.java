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
        var head = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n";
        return (head + body).getBytes(StandardCharsets.UTF_8);
    }
}
