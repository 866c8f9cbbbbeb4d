// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import static io.linkerd.multus.daemon.server.TestServer.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.server.ServerLimits.Times;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The stop of a daemon in the midst of its work. */
@Timeout(60)
class ServerStopIT {
    @TempDir
    private Path parent;

    @Test
    void isNotReadyAndStillServesOnceAStopWasAskedFor() throws Exception {
        try (var served = new TestServer(parent, TestServer.ROOMY)) {
            served.server.beginStop();

            assertThat(served.ask(UnixClient.post("/readyz", "null")).status()).isEqualTo(500);
            assertThat(served.ask(UnixClient.request("GET", "/readyz", "")).status())
                    .isEqualTo(500);
            assertThat(served.ask(UnixClient.post("/healthz", "null")).status()).isEqualTo(200);
            assertThat(served.cni("c/add").status()).isEqualTo(200);
        }
    }

    @Test
    void finishesWhatIsInWorkAndWhatWaits() throws Exception {
        try (var served = new TestServer(parent, TestServer.ROOMY);
                var add = served.begin("a", "add");
                var del = served.queue("a", "del")) {
            var stop = stopping(served);
            eventually()
                    .until(() -> served.ask(UnixClient.post("/readyz", "null")).status() == 500);
            assertThat(served.cni("b/late").status()).isEqualTo(200);
            served.handler.letGo("add");

            assertThat(add.reply().status()).isEqualTo(200);
            assertThat(del.reply().status()).isEqualTo(200);
            stop.join();
            assertThat(served.handler.events()).endsWith("end add", "begin del", "end del");
            assertThat(served.socket).doesNotExist();
        }
    }

    @Test
    void cancelsWhatDoesNotEndInItsTime() throws Exception {
        try (var served = new TestServer(parent, TestServer.with(stops(TestServer.LONG)));
                var add = served.begin("a", "add");
                var del = served.queue("a", "del");
                var silent = served.connect();
                var slow = served.connect().send("POST /cni HTTP/1.1\r\nContent-Length: 5\r\n\r\nc/")) {
            stopping(served).join();

            assertThat(add.reply().body()).contains("\"code\":11", "cancelled add");
            assertThat(del.reply().body()).contains("\"code\":11", "cancelled before its turn came");
            assertThat(silent.reply().body()).contains("\"code\":11", "the daemon is stopping");
            assertThat(slow.reply().body()).contains("\"code\":11", "the daemon is stopping");
            assertThat(served.handler.events()).containsExactly("begin add", "cancel add");
            assertThat(served.socket).doesNotExist();
        }
    }

    @Test
    void endsAlthoughWorkDoesNot() throws Exception {
        try (var served = new TestServer(parent, TestServer.with(stops(TestServer.SHORT)))) {
            served.handler.holdStubbornly("add");
            try (var add = served.connect().send(UnixClient.post("/cni", "a/add"))) {
                eventually().until(() -> served.inWork() == 1);
                stopping(served).join();

                assertThat(add.reply().body()).contains("\"code\":11", "did not end in time");
                assertThat(served.socket).doesNotExist();
            }
        }
    }

    /** It finds no socket, and waits for the next daemon, rather than one that refuses it. */
    @Test
    void hasNoSocketForNewClientsBeforeItRefusesAny() throws Exception {
        try (var served = new TestServer(parent, TestServer.with(stops(TestServer.LONG)))) {
            served.handler.holdStubbornly("add");
            try (var add = served.connect().send(UnixClient.post("/cni", "a/add"));
                    var silent = served.connect()) {
                eventually().until(() -> served.inWork() == 1);
                var stop = stopping(served);

                assertThat(silent.reply().body()).contains("the daemon is stopping");
                assertThat(served.socket).doesNotExist();
                served.handler.letGo("add");
                assertThat(add.reply().status()).isEqualTo(200);
                stop.join();
            }
        }
    }

    @Test
    void isStoppedOnceAndIsStartedAgainInTheSameFolder() throws Exception {
        for (int i = 0; i < 20; i++) {
            try (var served = new TestServer(parent, TestServer.ROOMY)) {
                assertThat(served.cni("c/add").status()).isEqualTo(200);
            }
        }
    }

    private static CompletableFuture<Void> stopping(TestServer served) {
        return CompletableFuture.runAsync(
                served::stop, task -> Thread.ofPlatform().start(task));
    }

    private static Times stops(Duration rollback) {
        return new Times(
                TestServer.LONG,
                TestServer.LONG,
                TestServer.LONG,
                TestServer.LONG,
                rollback,
                TestServer.SHORT,
                TestServer.SHORT,
                Duration.ZERO);
    }
}
