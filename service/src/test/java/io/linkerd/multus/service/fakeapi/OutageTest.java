// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutageTest {
    private static final Duration LONG = Duration.ofSeconds(10);

    private final FakeApiServer server = FakeApiServer.plain();
    private final AtomicInteger calls = new AtomicInteger();

    @AfterEach
    void stop() {
        server.close();
    }

    /** A server that is stopped by its own means keeps one now and then that it has just taken, for ever. */
    @Test
    void noConnectionIsLeftHangingHoweverItMeetsAnOutage() throws Exception {
        var hung = new ConcurrentLinkedQueue<Exception>();
        var over = new AtomicBoolean();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            IntStream.range(0, 8).forEach(_ -> threads.execute(() -> callUntil(over, hung)));
            for (var outage = 0; outage < 300; outage++) {
                var before = calls.get();
                await().pollInterval(Duration.ofMillis(1)).until(() -> calls.get() > before || !hung.isEmpty());
                server.refuseConnections();
                server.acceptConnections();
            }
            over.set(true);
        }
        assertThat(hung).isEmpty();
    }

    @Test
    void aClientThatIsConnectedAndSilentSeesTheEnd() throws Exception {
        try (var client = new Socket(InetAddress.ofLiteral("127.0.0.1"), server.port())) {
            client.setSoTimeout((int) LONG.toMillis());
            client.getOutputStream()
                    .write("GET /version HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(client.getInputStream().read()).isEqualTo('H');

            server.refuseConnections();

            assertThat(endOf(client)).isTrue();
        }
    }

    private static boolean endOf(Socket client) throws IOException {
        try {
            client.getInputStream().readAllBytes();
            return true;
        } catch (SocketTimeoutException late) {
            return false;
        } catch (SocketException reset) {
            return true;
        }
    }

    private void callUntil(AtomicBoolean over, ConcurrentLinkedQueue<Exception> hung) {
        var request = HttpRequest.newBuilder(URI.create(server.url() + "/version"))
                .timeout(LONG)
                .build();
        try (var http = HttpClient.newHttpClient()) {
            while (!over.get()) {
                call(http, request, hung);
            }
        }
    }

    private void call(HttpClient http, HttpRequest request, ConcurrentLinkedQueue<Exception> hung) {
        try {
            http.send(request, BodyHandlers.discarding());
            calls.incrementAndGet();
        } catch (HttpTimeoutException timeout) {
            hung.add(timeout);
        } catch (IOException ended) {
            // as it has to
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
