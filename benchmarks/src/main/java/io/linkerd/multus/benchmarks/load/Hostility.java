// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Two clients that mean ill, each from an address of its own: reviews that are announced and come byte by byte, reviews with one string
 * of 7 MiB, and a thousand connections that say nothing. What is closed to them is opened again, until this is closed.
 */
public final class Hostility implements AutoCloseable {
    private static final int TRICKLES = 20;
    private static final int HUGE = 2;
    private static final int IDLE = 1000;
    private static final int LARGE = 7 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration BETWEEN_BYTES = Duration.ofSeconds(1);
    private static final Duration SOON_AGAIN = Duration.ofMillis(500);
    /** A thousand that come back at once would be a flood of handshakes, which is another attack, and one for a NetworkPolicy. */
    private static final Duration LATER_AGAIN = Duration.ofSeconds(10);

    private final Target target;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger attempts = new AtomicInteger();
    private volatile boolean over;

    /** What is done with a connection, until it is closed. */
    private interface Deed {
        void on(Socket socket) throws IOException;
    }

    /** Begins. */
    public Hostility(Target target) {
        this.target = target;
        for (var number = 0; number < IDLE; number++) {
            repeat(
                    "127.0.0." + (2 + number % 2),
                    LATER_AGAIN,
                    socket -> socket.getInputStream().read());
        }
        for (var number = 0; number < TRICKLES; number++) {
            repeat("127.0.0." + (2 + number % 2), SOON_AGAIN, this::trickle);
        }
        for (var number = 0; number < HUGE; number++) {
            repeat("127.0.0." + (2 + number % 2), SOON_AGAIN, this::huge);
        }
    }

    /** {@return how often something was tried} */
    public int attempts() {
        return attempts.get();
    }

    @Override
    public void close() {
        over = true;
        threads.shutdownNow();
        threads.close();
    }

    private void repeat(String from, Duration pause, Deed deed) {
        threads.execute(() -> {
            while (!over) {
                attempts.incrementAndGet();
                try (var socket = connect(from)) {
                    deed.on(socket);
                } catch (IOException _) {
                    // refused or cut off, as it should be
                }
                LockSupport.parkNanos(pause.toNanos());
            }
        });
    }

    private Socket connect(String from) throws IOException {
        var plain = new Socket();
        try {
            plain.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
            plain.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), target.port()), (int)
                    PATIENCE.toMillis());
            var socket = target.tls().getSocketFactory().createSocket(plain, "127.0.0.1", target.port(), true);
            socket.setSoTimeout((int) Duration.ofMinutes(2).toMillis());
            return socket;
        } catch (IOException e) {
            plain.close();
            throw e;
        }
    }

    private void trickle(Socket socket) throws IOException {
        var out = socket.getOutputStream();
        out.write(target.head(LARGE).getBytes(StandardCharsets.US_ASCII));
        while (!over) {
            out.write(' ');
            out.flush();
            LockSupport.parkNanos(BETWEEN_BYTES.toNanos());
        }
    }

    private void huge(Socket socket) throws IOException {
        var out = socket.getOutputStream();
        var before = "{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\",\"request\":{\"uid\":\"";
        var after = "\"}}";
        out.write((target.head(LARGE) + before + "a".repeat(LARGE - before.length() - after.length()) + after)
                .getBytes(StandardCharsets.US_ASCII));
        out.flush();
        socket.getInputStream().read();
    }
}
