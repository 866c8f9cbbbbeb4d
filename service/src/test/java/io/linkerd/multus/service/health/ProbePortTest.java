// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.health.Places.Limits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProbePortTest {
    private static final byte[] ANSWER = "here".getBytes(StandardCharsets.US_ASCII);
    private static final Duration LONG = Duration.ofMinutes(1);

    private final AtomicInteger threads = new AtomicInteger();

    /** It ended the thread that accepts, and the process was deaf for good; a connection's second thread, and its place was never free. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aThreadThatCannotBeMadeCostsOneConnectionAndNotThePort(boolean outOfMemory) throws Exception {
        try (var port = new ProbePort(0, new Limits(1, 1, LONG), failing(outOfMemory, Set.of(1, 3)), _ -> ANSWER)) {
            port.open();

            assertThat(said(port)).as("without a thread that serves").isEmpty();
            assertThat(said(port)).as("without a thread that keeps the time").isEmpty();
            assertThat(said(port)).isEqualTo("here");
            assertThat(port.closedForRoom()).isZero();
        }
    }

    private ThreadFactory failing(boolean outOfMemory, Set<Integer> which) {
        var virtual = Thread.ofVirtual().uncaughtExceptionHandler((_, _) -> {}).factory();
        return task -> {
            if (!which.contains(threads.incrementAndGet())) {
                return virtual.newThread(task);
            }
            if (outOfMemory) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            throw new IllegalStateException("no thread");
        };
    }

    private static String said(ProbePort port) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
            socket.setSoTimeout(Math.toIntExact(LONG.toMillis()));
            socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (SocketException reset) {
            return "";
        }
    }
}
