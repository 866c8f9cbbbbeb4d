// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.service.health.HealthServer.Patience;
import io.linkerd.multus.service.health.Places.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HealthServerTest {
    private static final Duration NONE = Duration.ZERO;
    private static final Duration LONG = Duration.ofMinutes(1);

    private final HttpClient http = HttpClient.newHttpClient();
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicReference<List<String>> dead = new AtomicReference<>(List.of());
    private HealthServer server = new HealthServer(0, new Patience(NONE, LONG));

    @AfterEach
    void close() {
        server.close();
        http.close();
    }

    @Test
    void livesAndIsNotReadyBeforeThereIsAnythingToReport() throws Exception {
        assertThat(get("/livez").body()).isEqualTo("alive\n");
        assertThat(get("/readyz").statusCode()).isEqualTo(503);
        assertThat(get("/readyz").body()).isEqualTo("not ready: it is starting\n");
        assertThat(get("/metrics").statusCode()).isEqualTo(503);
    }

    @Test
    void aStartThatHangsIsNotAlive() throws Exception {
        restart(new Patience(NONE, NONE));

        assertThat(get("/livez").statusCode()).isEqualTo(503);
        assertThat(get("/livez").body()).contains("still starting");
        server.report(health(Integer.MAX_VALUE));
        assertThat(get("/livez").statusCode()).as("once it has started").isEqualTo(200);
    }

    @Test
    void aLookThatComesALittleEarlyIsAnsweredWhenTheReplicaIsReady() throws Exception {
        restart(new Patience(LONG, LONG));
        var early = http.sendAsync(request("/readyz"), HttpResponse.BodyHandlers.ofString());
        server.report(health(5));

        assertThat(early.get().body()).isEqualTo("ready\n");
        assertThat(looks).hasValue(5);
    }

    @Test
    void aLookIsHeldNoLongerThanThat() throws Exception {
        var patience = Duration.ofMillis(50);
        restart(new Patience(patience, LONG));
        server.report(health(Integer.MAX_VALUE));

        long asked = System.nanoTime();
        assertThat(get("/readyz").body()).isEqualTo("not ready: no namespaces yet\n");
        assertThat(Duration.ofNanos(System.nanoTime() - asked)).isBetween(patience, LONG);
        assertThat(looks).hasValueGreaterThan(1);
    }

    @Test
    void saysWhatOnlyARestartCanMend() throws Exception {
        server.report(health(1));
        dead.set(List.of("the thread that renews has ended"));

        assertThat(get("/livez").statusCode()).isEqualTo(503);
        assertThat(get("/livez").body()).isEqualTo("not alive: the thread that renews has ended\n");
        assertThat(get("/readyz").statusCode()).isEqualTo(200);
    }

    @Test
    void showsWhatWasCounted() throws Exception {
        server.report(health(1));

        assertThat(get("/metrics").body()).isEqualTo("looks 0\n");
        assertThat(get("/metrics").headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
    }

    @Test
    void knowsNoOtherPageAndNoOtherMethod() throws Exception {
        server.report(health(1));

        assertThat(get("/livezz").statusCode()).isEqualTo(404);
        assertThat(get("/").statusCode()).isEqualTo(404);
        var post = HttpRequest.newBuilder(request("/livez").uri())
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        assertThat(http.send(post, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(404);
    }

    @Test
    void theKubeletIsAnsweredBeforeItGivesUp() {
        var timeoutOfTheChart = Duration.ofSeconds(2);

        assertThat(Patience.STANDARD.look()).isLessThanOrEqualTo(timeoutOfTheChart.dividedBy(2));
    }

    @Test
    void aReplicaThatWasReadySaysAtOnceThatItIsNot() throws Exception {
        restart(new Patience(LONG, LONG));
        server.report(health(1));
        assertThat(get("/readyz").statusCode()).isEqualTo(200);

        looks.set(0);
        server.report(health(Integer.MAX_VALUE));
        assertThat(get("/readyz").body()).isEqualTo("not ready: no namespaces yet\n");
        assertThat(looks).as("looks for one answer").hasValue(1);
    }

    /** The 200 that are kept by default were all silent, and each new connection was closed before it could ask. */
    @Test
    void silentConnectionsDoNotTakeAReplicaOutOfService() throws Exception {
        server.report(health(1));
        var silent = connections("127.0.0.2", 200);
        try {
            for (int look = 0; look < 20; look++) {
                assertThat(get("/livez").statusCode()).isEqualTo(200);
                assertThat(get("/readyz").statusCode()).isEqualTo(200);
            }
            assertThat(get("/metrics").body())
                    .contains("linkerd_multus_health_dismissed_connections_total{reason=\"room\"} 168\n");
            assertThat(isClosed(silent.getFirst())).as("the oldest is closed").isTrue();
        } finally {
            closeAll(silent);
        }
    }

    @Test
    void silentConnectionsOfManyAddressesDoNotEither() throws Exception {
        server.report(health(1));
        var silent = new ArrayList<Socket>();
        try {
            for (int client = 2; client < 130; client++) {
                silent.addAll(connections("127.0.0." + client, 2));
            }
            for (int look = 0; look < 20; look++) {
                assertThat(get("/livez").statusCode()).isEqualTo(200);
            }
        } finally {
            closeAll(silent);
        }
    }

    @Test
    void whoSendsHalfARequestIsClosedInTime() throws Exception {
        restart(Duration.ofMillis(200));
        try (var half = connections("127.0.0.2", 1).getFirst()) {
            half.getOutputStream().write("GET /livez HTTP/1.1\r\nHost: a".getBytes(StandardCharsets.US_ASCII));

            assertThat(isClosed(half)).isTrue();
        }
        assertThat(get("/metrics").statusCode()).isEqualTo(503);
        server.report(health(1));
        assertThat(get("/metrics").body()).contains("dismissed_connections_total{reason=\"time\"} 1\n");
    }

    /** The kernel would take 2.5 MiB at once, and keep it for minutes after the place was free: less than that was not even counted. */
    @Test
    void whoDoesNotReadItsAnswerIsClosedInTimeAndTheKernelKeepsNothingOfIt() throws Exception {
        restart(Duration.ofMillis(200));
        var page = "x".repeat(256 << 10);
        server.report(new Health() {
            @Override
            public List<String> whyNotReady() {
                return List.of();
            }

            @Override
            public List<String> whyNotAlive() {
                return List.of();
            }

            @Override
            public String metrics() {
                return page;
            }
        });
        try (var unread = new Socket()) {
            unread.setReceiveBufferSize(2048);
            unread.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()), 10_000);
            unread.getOutputStream().write("GET /metrics HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

            while (!server.metrics().contains("{reason=\"time\"} 1\n")) {
                Thread.onSpinWait();
            }
            assertThatThrownBy(() -> unread.getInputStream().readAllBytes()).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void whatIsNoRequestIsAnswered() throws Exception {
        assertThat(said("\r\n\r\nGET /livez?verbose HTTP/1.0\n\n")).startsWith("HTTP/1.1 200 OK\r\n");
        assertThat(said("HELLO\r\n\r\n")).startsWith("HTTP/1.1 400 ");
        assertThat(said("GET /livez HTTP/1.1\r\nX: " + "x".repeat(20_000))).startsWith("HTTP/1.1 400 ");
        assertThat(said("POST /livez HTTP/1.1\r\nContent-Length: 9000\r\n\r\n" + "x".repeat(9000)))
                .startsWith("HTTP/1.1 404 ");
    }

    @Test
    void aTakenPortIsNamed() {
        assertThatThrownBy(() -> new HealthServer(server.port()))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("cannot listen on port " + server.port());
    }

    /** Ready at the look of that number, and from then on. */
    private Health health(int readyAt) {
        return new Health() {
            @Override
            public List<String> whyNotReady() {
                return looks.incrementAndGet() < readyAt ? List.of("no namespaces yet") : List.of();
            }

            @Override
            public List<String> whyNotAlive() {
                return dead.get();
            }

            @Override
            public String metrics() {
                return "looks " + looks.get() + "\n";
            }
        };
    }

    private String said(String request) throws IOException {
        try (var socket = connections("127.0.0.1", 1).getFirst()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Waits for the other side, for a minute at most. */
    private static boolean isClosed(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    private List<Socket> connections(String from, int count) throws IOException {
        var sockets = new ArrayList<Socket>();
        for (int i = 0; i < count; i++) {
            var socket = new Socket();
            sockets.add(socket);
            socket.setSoTimeout(60_000);
            socket.bind(new InetSocketAddress(from, 0));
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()), 10_000);
        }
        return sockets;
    }

    private static void closeAll(List<Socket> sockets) throws IOException {
        for (var socket : sockets) {
            socket.close();
        }
    }

    private void restart(Duration life) {
        server.close();
        server = new HealthServer(0, new Patience(NONE, LONG), new Limits(8, 8, life));
    }

    private void restart(Patience patience) {
        server.close();
        server = new HealthServer(0, patience);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(request(path), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .build();
    }
}
