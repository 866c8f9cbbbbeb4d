// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import static io.linkerd.multus.daemon.server.TestServer.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a client sends, it gets an answer or an end, and the next client is served. */
@Timeout(120)
class HostileBytesIT {
    private static final List<String> PIECES = List.of(
            "POST /cni HTTP/1.1\r\n",
            "GET /healthz HTTP/1.1\r\n",
            "Content-Length: 5\r\n",
            "Content-Length: 0x5\r\n",
            "Content-Length: 5, 5\r\n",
            "Transfer-Encoding: chunked\r\n",
            "Transfer-Encoding: gzip, chunked\r\n",
            "Expect: 100-continue\r\n",
            "Expect: the-unexpected\r\n",
            "Connection: upgrade\r\nUpgrade: h2c\r\n",
            "\r\n",
            "\n",
            "\0",
            "5\r\nc/add\r\n",
            "ffffffffffffffff\r\n",
            "-1\r\n",
            "0\r\n\r\n",
            "c/add",
            ": \r\n",
            " folded\r\n",
            "\u00ff\u00fe\u0000\u0001");

    @TempDir
    private Path parent;

    @Test
    void answersOrEndsWhateverIsMadeOfPiecesOfRequests() throws Exception {
        try (var served = new TestServer(parent, TestServer.ROOMY)) {
            for (long seed = 0; seed < 3_000; seed++) {
                var random = new Random(seed);
                var message = new StringBuilder();
                for (int i = 1 + random.nextInt(8); i > 0; i--) {
                    message.append(PIECES.get(random.nextInt(PIECES.size())));
                }
                send(served, message.toString().getBytes(StandardCharsets.ISO_8859_1), "seed " + seed);
            }
            assertServes(served);
        }
    }

    @Test
    void answersOrEndsWhateverBecomesOfARequestWhoseBytesChange() throws Exception {
        try (var served = new TestServer(parent, TestServer.ROOMY)) {
            var request = UnixClient.post("/cni", "c/add").getBytes(StandardCharsets.US_ASCII);
            for (long seed = 0; seed < 3_000; seed++) {
                var random = new Random(seed);
                var bytes = Arrays.copyOf(request, 1 + random.nextInt(request.length + 20));
                for (int i = random.nextInt(4); i > 0; i--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                }
                send(served, bytes, "seed " + seed);
            }
            assertServes(served);
        }
    }

    /** Some wait for more: they are ended by the client's end. */
    private static void send(TestServer served, byte[] bytes, String told) throws IOException {
        try (var client = served.connect()) {
            client.send(bytes).end();
            assertThat(client.rest()).as(told).matches("(?s)|HTTP/1\\.1 [1-5][0-9][0-9] .*");
        }
    }

    private static void assertServes(TestServer served) throws IOException {
        assertThat(served.cni("c/last").body()).isEqualTo("{\"did\":\"last\"}");
        eventually().until(() -> served.connections() == 0);
        assertThat(served.value("multus_server_held_bytes")).isZero();
        assertThat(served.inWork()).isZero();
        assertThat(served.refused("fault")).isZero();
    }
}
