// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.kubernetes.client.util.ClientBuilder;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiReading;
import io.linkerd.multus.service.kube.StreamTransport;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class OkHttpTransportIT {
    private static final ApiCall WATCH = ApiCall.get("/api/v1/namespaces?watch=true");

    /** One that froze in the midst of a handshake kept the watch from a living one for five minutes. */
    @Test
    void givesUpAWatchThatDoesNotBegin() throws Exception {
        try (var silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            var transport = transport("https://127.0.0.1:" + silent.getLocalPort());

            var answer = CompletableFuture.supplyAsync(
                    () -> transport.stream(
                            WATCH, StreamTransport.OPENING, Duration.ofMinutes(10), ApiReading.nothing(true)),
                    Thread::startVirtualThread);

            try (var _ = silent.accept()) {
                assertThat(answer.get(StreamTransport.OPENING.multipliedBy(2).toSeconds(), TimeUnit.SECONDS))
                        .asString()
                        .contains("no answer within 20 s");
            }
        }
    }

    /** A load balancer had dropped it without a word. */
    @Test
    void endsAWatchInWhichNothingComes() {
        try (var api = FakeApiServer.plain()) {
            var answer = transport(api.url()).stream(
                    WATCH,
                    StreamTransport.OPENING,
                    Duration.ofSeconds(1),
                    response -> response.body().readAllBytes());

            assertThat(answer).asString().contains("SocketTimeoutException");
        }
    }

    @Test
    void sendsWhatItIsGiven() {
        try (var api = FakeApiServer.plain()) {
            var transport = transport(api.url());
            var patience = Deadline.in(Duration.ofSeconds(10), System::nanoTime);

            assertThat(transport.ask(
                            ApiCall.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"made\"}}"),
                            patience,
                            ApiReading.nothing(true)))
                    .isEqualTo(new ApiAnswer.Answered<>(true));
            assertThat(api.get("/api/v1/namespaces/made")).isPresent();
        }
    }

    /** All calls share one connection, and with that to an API server that had gone no try reached another one. */
    @Test
    void aTransportWithoutAPoolMakesAConnectionForEachCall() throws Exception {
        try (var server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(10_000);
            var transport =
                    transport("http://127.0.0.1:" + server.getLocalPort()).unpooled();

            for (int call = 0; call < 2; call++) {
                var answer = CompletableFuture.supplyAsync(
                        () -> transport.ask(
                                ApiCall.get("/version"),
                                Deadline.in(Duration.ofSeconds(10), System::nanoTime),
                                ApiReading.nothing(true)),
                        Thread::startVirtualThread);
                try (var connection = server.accept()) {
                    // One that is kept ends by itself after five minutes.
                    connection.setSoTimeout(10_000);
                    connection
                            .getOutputStream()
                            .write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
                                    .getBytes(StandardCharsets.US_ASCII));

                    assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo(new ApiAnswer.Answered<>(true));
                    assertThat(connection.getInputStream().readAllBytes())
                            .as("to its end: it is not kept")
                            .isNotEmpty();
                }
            }
        }
    }

    /** A token that could not be read showed as an answer that could not. */
    @Test
    void tellsWhyACallCouldNotBeMade() {
        var builder = new ClientBuilder().setBasePath("http://127.0.0.1:1");
        var shared = builder.build();
        shared.setHttpClient(shared.getHttpClient()
                .newBuilder()
                .addInterceptor(_ -> {
                    throw new IllegalStateException("the token cannot be read");
                })
                .build());

        assertThat(new OkHttpTransport(builder, shared)
                        .ask(
                                ApiCall.get("/version"),
                                Deadline.in(Duration.ofSeconds(10), System::nanoTime),
                                ApiReading.whole()))
                .asString()
                .contains("the token cannot be read");
    }

    private static OkHttpTransport transport(String url) {
        var builder = new ClientBuilder().setBasePath(url).setVerifyingSsl(false);
        return new OkHttpTransport(builder, builder.build());
    }
}
