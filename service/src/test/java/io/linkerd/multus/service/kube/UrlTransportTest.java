// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UrlTransportTest {
    private static final String SHOP = "/api/v1/namespaces/shop";

    @TempDir
    private Path folder;

    private final FakeApiServer api = FakeApiServer.tls();
    private UrlTransport transport;

    @BeforeEach
    void connect() throws IOException {
        transport = new UrlTransport(ApiServerFiles.of(api, folder), "test");
        api.put(SHOP, "{}");
    }

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void readsWhatTheApiServerAnswers() {
        assertThat(new ApiClient(transport, Duration.ofSeconds(10)).call(ApiCall.get(SHOP)))
                .isInstanceOfSatisfying(
                        ApiAnswer.Answered.class,
                        answered -> assertThat(answered.value().toString()).contains("Members"));
    }

    @Test
    void tellsARefusalInTheApiServersWords() {
        assertThat(new ApiClient(transport, Duration.ofSeconds(10)).call(ApiCall.get("/api/v1/namespaces/none")))
                .isEqualTo(new ApiAnswer.Failed<>(new ApiFailure.NotFound()));
        api.fail("GET " + SHOP, Failure.status(503));

        assertThat(new ApiClient(transport, Duration.ofSeconds(10)).call(ApiCall.get(SHOP)))
                .isInstanceOfSatisfying(
                        ApiAnswer.Failed.class,
                        failed -> assertThat(failed.why().inWords()).contains("503"));
    }

    /** Each byte began the wait anew: the last look before an uninstall took the whole grace period. */
    @Test
    void endsACallAtItsDeadlineHoweverSlowlyTheAnswerTrickles() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> trickle(server));
            var slow = new UrlTransport(ApiServerFiles.of(api, server.getLocalPort(), folder), "test");

            assertUnreachable(new ApiClient(slow, Duration.ofSeconds(1)).call(ApiCall.get("/version")));
        }
    }

    @Test
    void endsACallWhoseCallerHasGoneAway() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var slow = new UrlTransport(ApiServerFiles.of(api, server.getLocalPort(), folder), "test");
            var deadline = Deadline.in(Duration.ofMinutes(10), System::nanoTime);
            Thread.ofVirtual().start(() -> {
                try (var _ = server.accept()) {
                    deadline.abandon();
                } catch (IOException _) {
                    // the caller was quicker
                }
            });

            assertUnreachable(slow.ask(ApiCall.get("/version"), deadline, ApiReading.whole()));
        }
    }

    /** It took the connection and said nothing, not even to the handshake: a watch waited for as long as it may be silent. */
    @Test
    void givesUpAWatchThatDoesNotBegin() throws Exception {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var deaf = new UrlTransport(ApiServerFiles.of(api, silent.getLocalPort(), folder), "test");

            assertUnreachable(deaf.watch(
                    ApiCall.get("/api/v1/namespaces?watch=true"), Duration.ofMinutes(10), ApiReading.nothing(true)));
        }
    }

    private static void assertUnreachable(ApiAnswer<?> answer) {
        assertThat(answer)
                .isInstanceOfSatisfying(
                        ApiAnswer.Failed.class,
                        failed -> assertThat(failed.why()).isInstanceOf(ApiFailure.Unreachable.class));
    }

    /** The head of a long TLS record, and then of its bytes one at a time. */
    private static void trickle(ServerSocket server) {
        try (var socket = server.accept()) {
            socket.getOutputStream().write(new byte[] {0x16, 0x03, 0x03, 0x40, 0x00});
            while (true) {
                socket.getOutputStream().write(0);
                Thread.sleep(100);
            }
        } catch (SocketException _) {
            // the client has gone, as it should
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
