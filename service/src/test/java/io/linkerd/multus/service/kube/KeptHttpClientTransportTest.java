// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptHttpClientTransportTest {
    private static final String MAP = "/api/v1/namespaces/shop/configmaps/map";

    @TempDir
    private Path folder;

    private final FakeApiServer api = FakeApiServer.tls();

    @BeforeEach
    void begin() {
        api.put(MAP, "{}");
    }

    @AfterEach
    void end() {
        api.close();
    }

    private static ApiAnswer<Boolean> patch(ApiTransport transport) {
        return transport.ask(
                ApiCall.patch(MAP, "application/merge-patch+json", "{\"data\":{\"a\":\"b\"}}"),
                Deadline.in(Duration.ofSeconds(10), System::nanoTime),
                ApiReading.nothing(true));
    }

    /** A handshake for each patch took longer than the patch. */
    @Test
    void callsOneAfterTheOtherShareAConnection() throws Exception {
        try (var relay = new Relay(api.port())) {
            var transport = new KeptHttpClientTransport(ApiServerFiles.of(api, relay.port(), folder), "test");
            for (int call = 0; call < 5; call++) {
                assertThat(patch(transport)).isEqualTo(new ApiAnswer.Answered<>(true));
            }

            assertThat(relay.connections).hasValue(1);
        }
    }

    @Test
    void aConnectionThatHasEndedIsMadeAnew() throws Exception {
        var transport = new KeptHttpClientTransport(ApiServerFiles.of(api, folder), "test");
        patch(transport);
        api.refuseConnections();
        assertThat(patch(transport)).isInstanceOf(ApiAnswer.Failed.class);
        api.acceptConnections();

        assertThat(patch(transport)).isEqualTo(new ApiAnswer.Answered<>(true));
        assertThat(api.get(MAP).orElseThrow().at("/data/a").asText()).isEqualTo("b");
    }

    /** Passes connections on, and counts them. */
    private static final class Relay implements AutoCloseable {
        final AtomicInteger connections = new AtomicInteger();
        private final ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        private final int target;

        Relay(int target) throws IOException {
            this.target = target;
            Thread.ofVirtual().start(this::accept);
        }

        int port() {
            return listener.getLocalPort();
        }

        private void accept() {
            try {
                while (true) {
                    var client = listener.accept();
                    connections.incrementAndGet();
                    var server = new Socket(InetAddress.getLoopbackAddress(), target);
                    Thread.ofVirtual().start(() -> pass(client, server));
                    Thread.ofVirtual().start(() -> pass(server, client));
                }
            } catch (IOException _) {
                // closed
            }
        }

        private static void pass(Socket from, Socket to) {
            try (from;
                    to) {
                from.getInputStream().transferTo(to.getOutputStream());
            } catch (IOException ended) {
                // with either end
            }
        }

        @Override
        public void close() {
            try {
                listener.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
