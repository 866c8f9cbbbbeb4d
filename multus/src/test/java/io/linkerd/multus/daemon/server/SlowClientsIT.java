// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import static io.linkerd.multus.daemon.server.TestServer.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.server.ServerLimits.Times;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that do not send, or do not read. */
@Timeout(60)
class SlowClientsIT {
    @TempDir
    private Path parent;

    @Test
    void endsAConnectionOnWhichNoHeadComes() throws Exception {
        try (var served = new TestServer(parent, TestServer.with(times(TestServer.SHORT, TestServer.LONG)));
                var silent = served.connect();
                var slow = served.connect().send("POST /cni HTTP/1.1\r\nHo")) {
            assertThat(silent.reply().status()).isEqualTo(408);
            assertThat(slow.reply().status()).isEqualTo(408);
            eventually().until(() -> served.connections() == 0);
        }
    }

    @Test
    void endsARequestWhoseBodyDoesNotCome() throws Exception {
        try (var served = new TestServer(parent, TestServer.with(times(TestServer.LONG, TestServer.SHORT)));
                var slow = served.connect().send("POST /cni HTTP/1.1\r\nContent-Length: 5\r\n\r\nc/")) {
            var reply = slow.reply();

            assertThat(reply.status()).isEqualTo(408);
            assertThat(reply.body()).isEqualTo("the request did not arrive in time\n");
            assertThat(served.handler.begun()).isEmpty();
            assertThat(served.value("multus_server_held_bytes")).isZero();
        }
    }

    @Test
    void endsAConnectionWhoseAnswerIsNotRead() throws Exception {
        try (var served = new TestServer(parent, TestServer.with(answering(TestServer.SHORT)))) {
            served.handler.answer("add", Answer.done("\"" + "x".repeat(8 << 20) + "\""));
            try (var _ = served.connect().send(UnixClient.post("/cni", "c/add"))) {
                eventually().until(() -> served.refused("unread") == 1);
                eventually().until(() -> served.connections() == 0);
            }
        }
    }

    @Test
    void hasAClientReadALongAnswerInItsOwnTime() throws Exception {
        try (var served = new TestServer(parent, TestServer.ROOMY)) {
            served.handler.answer("add", Answer.done("\"" + "x".repeat(8 << 20) + "\""));

            assertThat(served.cni("c/add").body()).hasSize((8 << 20) + 2);
        }
    }

    @Test
    void takesAClientThatEndsItsRequestHalfwayForGone() throws Exception {
        try (var served = new TestServer(parent, TestServer.ROOMY)) {
            served.connect()
                    .send("POST /cni HTTP/1.1\r\nContent-Length: 5\r\n\r\nc/")
                    .close();

            eventually().until(() -> served.connections() == 0);
            assertThat(served.handler.begun()).isEmpty();
            assertThat(served.value("multus_server_held_bytes")).isZero();
        }
    }

    private static Times times(Duration head, Duration content) {
        return new Times(
                head,
                content,
                TestServer.LONG,
                TestServer.LONG,
                TestServer.LONG,
                TestServer.LONG,
                TestServer.LONG,
                Duration.ZERO);
    }

    private static Times answering(Duration answer) {
        return new Times(
                TestServer.LONG,
                TestServer.LONG,
                TestServer.LONG,
                TestServer.LONG,
                TestServer.LONG,
                answer,
                TestServer.LONG,
                Duration.ZERO);
    }
}
