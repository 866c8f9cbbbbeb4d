// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProbeIT {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Probe probe = new Probe(new PrintStream(printed, true, StandardCharsets.UTF_8));
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void isContentWhenEveryAddressIsReady() {
        answer(200, "ready");

        assertThat(probe.untilReady(List.of(url()), Duration.ZERO)).isTrue();
        assertThat(text()).contains("200 ready").endsWith("all are ready\n");
    }

    @Test
    void printsWhatIsMissing() {
        answer(503, "no token yet");

        assertThat(probe.untilReady(List.of(url()), Duration.ZERO)).isFalse();
        assertThat(text()).contains("503 no token yet").endsWith("not all are ready\n");
    }

    @Test
    void waitsForOneThatIsStillStarting() {
        answers(List.of(503, 200).iterator());

        assertThat(probe.untilReady(List.of(url()), Duration.ofSeconds(30))).isTrue();
        assertThat(text()).containsSubsequence("503", "200", "all are ready");
    }

    @Test
    void saysWhereNobodyListens() {
        server.stop(0);

        assertThat(probe.untilReady(List.of(url()), Duration.ZERO)).isFalse();
        assertThat(text()).contains(url() + " at 127.0.0.1: java.net.ConnectException");
    }

    @Test
    void saysWhichNameHasNoAddress() {
        var nowhere = URI.create("http://linkerd-multus-nowhere.invalid:8080/readyz");

        assertThat(probe.untilReady(List.of(nowhere), Duration.ZERO)).isFalse();
        assertThat(text()).contains(nowhere + ": no address behind this name");
    }

    private void answer(int status, String body) {
        server.createContext("/readyz", exchange -> {
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private void answers(Iterator<Integer> statuses) {
        server.createContext("/readyz", exchange -> {
            exchange.sendResponseHeaders(statuses.next(), -1);
            exchange.close();
        });
    }

    private URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/readyz");
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }
}
