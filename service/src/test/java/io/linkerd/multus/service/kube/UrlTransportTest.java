// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.nio.file.Files;
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
                        answered -> assertThat(((JsonValue) answered.value()).text("metadata", "name"))
                                .hasValue("shop"));
    }

    /** By the cause in the Status, and not by the sentence, which is another one in other versions. */
    @Test
    void tellsThatANamespaceIsBeingDeleted() {
        api.delete(SHOP, "{}");

        assertThat(new ApiClient(transport, Duration.ofSeconds(10))
                        .call(ApiCall.post(SHOP + "/configmaps", "{\"metadata\":{\"name\":\"late\"}}")))
                .isEqualTo(new ApiAnswer.Failed<>(new ApiFailure.NamespaceTerminating()));
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

    @Test
    void tellsForHowLongTheApiServerWantsToBeLeftAlone() {
        api.fail("GET " + SHOP, Failure.tooManyRequests(Duration.ofSeconds(3)));

        assertThat(new ApiClient(transport, Duration.ofSeconds(10)).call(ApiCall.get(SHOP)))
                .isInstanceOfSatisfying(
                        ApiAnswer.Failed.class,
                        failed -> assertThat(failed.why())
                                .isInstanceOfSatisfying(
                                        ApiFailure.Refused.class,
                                        refused ->
                                                assertThat(refused.retryAfter()).contains(Duration.ofSeconds(3))));
    }

    /** Each byte began the wait anew: the last look before an uninstall took the whole grace period. */
    @Test
    void endsACallAtItsDeadlineHoweverSlowlyTheAnswerTrickles() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> trickle(server));
            var slow = new UrlTransport(ApiServerFiles.of(api, server.getLocalPort(), folder), "test");

            assertThat(new ApiClient(slow, Duration.ofSeconds(1)).call(ApiCall.get("/version")))
                    .asString()
                    .contains("no whole answer within 1 s");
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

            assertThat(slow.ask(ApiCall.get("/version"), deadline, ApiReading.whole()))
                    .asString()
                    .contains("the caller does not wait any more");
        }
    }

    /** Each call made a connection and a handshake of its own: the JDK keeps connections by the very factory of their sockets. */
    @Test
    void keepsItsConnectionUntilTheTrustAnchorIsAnother() throws Exception {
        var cluster = ApiServerFiles.of(api, folder);
        var before = cluster.sockets();

        assertThat(cluster.sockets()).isSameAs(before);
        Files.writeString(folder.resolve("ca.crt"), api.caPem() + api.caPem());
        assertThat(cluster.sockets()).isNotSameAs(before);
        Files.writeString(folder.resolve("ca.crt"), "none");
        assertThat(new ApiClient(new UrlTransport(cluster, "test"), Duration.ofSeconds(10)).call(ApiCall.get(SHOP)))
                .asString()
                .contains("ca.crt: not certificates in PEM");
    }

    /** Clients repeat what makes no header, and the token stood in the log. */
    @Test
    void aTokenThatMakesNoHeaderIsToldWithoutIt() throws Exception {
        Files.writeString(folder.resolve("token"), "secret\nwords");

        assertThat(new ApiClient(transport, Duration.ofSeconds(10)).call(ApiCall.get(SHOP)))
                .asString()
                .contains("token holds no token")
                .doesNotContain("secret");
        assertThat(new ApiClient(
                                new HttpClientTransport(ApiServerFiles.of(api, folder), "test"), Duration.ofSeconds(10))
                        .call(ApiCall.get(SHOP).as("other\rwords")))
                .asString()
                .contains("the token given is none")
                .doesNotContain("other");
    }

    @Test
    void theOtherTransportAppliesAndDeletes() throws Exception {
        var writes =
                new ApiClient(new HttpClientTransport(ApiServerFiles.of(api, folder), "test"), Duration.ofSeconds(10));
        var map = "/api/v1/namespaces/shop/configmaps/a";
        var json =
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}";

        assertThat(writes.call(ApiCall.apply(map, "test", json))).isInstanceOf(ApiAnswer.Answered.class);
        assertThat(api.get(map).orElseThrow().at("/data/k").asText()).isEqualTo("v");
        assertThat(writes.call(ApiCall.delete(map, "of-another")))
                .isEqualTo(new ApiAnswer.Failed<>(new ApiFailure.Conflict()));
        var uid = api.get(map).orElseThrow().at("/metadata/uid").asText();
        assertThat(writes.call(ApiCall.delete(map, uid))).isInstanceOf(ApiAnswer.Answered.class);
        assertThat(api.get(map)).isEmpty();
    }

    @Test
    void theOtherTransportEndsACallAtItsDeadlineToo() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> trickle(server));
            var slow = new HttpClientTransport(ApiServerFiles.of(api, server.getLocalPort(), folder), "test");

            assertThat(new ApiClient(slow, Duration.ofSeconds(1)).call(ApiCall.get("/version")))
                    .asString()
                    .contains("no whole answer within 1 s");
        }
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
