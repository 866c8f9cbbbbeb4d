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
 * of 7 MiB, a thousand connections that say nothing, long reviews in a row on connections that read no answer, and connections to the
 * health port that say nothing. What is closed to them is opened again, until this is closed.
 */
public final class Hostility implements AutoCloseable {
    private static final int TRICKLES = 20;
    private static final int HUGE = 2;
    private static final int IDLE = 1000;
    /** As many as once took all direct memory. */
    private static final int UNREAD = 180;
    /** With windows as wide as the kernel has them, so that answers fill its buffers and not the server's. */
    private static final int UNREAD_WIDELY = 20;
    /** As many as once closed the health port to everybody else. */
    private static final int SILENT = 200;

    private static final int SMALLEST_BUFFER = 4096;
    private static final int LARGE = 7 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration BETWEEN_BYTES = Duration.ofSeconds(1);
    private static final Duration SOON_AGAIN = Duration.ofMillis(500);
    /** A thousand that come back at once would be a flood of handshakes, which is another attack, and one for a NetworkPolicy. */
    private static final Duration LATER_AGAIN = Duration.ofSeconds(10);

    private final Target target;
    private final byte[] unread;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger attempts = new AtomicInteger();
    private volatile boolean over;

    /** Opens a connection from an address. */
    private interface Opening {
        Socket from(String address) throws IOException;
    }

    /** What is done with a connection, until it is closed. */
    private interface Deed {
        void on(Socket socket) throws IOException;
    }

    /**
     * Begins.
     *
     * @param longReview one whose answer is as long
     * @param healthPort where the target says how it is
     */
    public Hostility(Target target, String longReview, int healthPort) {
        this.target = target;
        var body = longReview.getBytes(StandardCharsets.UTF_8);
        this.unread = (target.head(body.length) + longReview).getBytes(StandardCharsets.UTF_8);
        repeat(
                IDLE,
                LATER_AGAIN,
                this::connect,
                socket -> socket.getInputStream().read());
        repeat(TRICKLES, SOON_AGAIN, this::connect, this::trickle);
        repeat(HUGE, SOON_AGAIN, this::connect, this::huge);
        repeat(UNREAD, LATER_AGAIN, this::connectNarrowly, this::askAndReadNothing);
        repeat(UNREAD_WIDELY, LATER_AGAIN, this::connect, this::askAndReadNothing);
        repeat(
                SILENT,
                SOON_AGAIN,
                from -> plain(from, healthPort, new Socket()),
                socket -> socket.getInputStream().read());
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

    private void repeat(int times, Duration pause, Opening opening, Deed deed) {
        for (int number = 0; number < times; number++) {
            var from = "127.0.0." + (2 + number % 2);
            threads.execute(() -> {
                while (!over) {
                    attempts.incrementAndGet();
                    try (var socket = opening.from(from)) {
                        deed.on(socket);
                    } catch (IOException _) {
                        // refused or cut off, as it should be
                    }
                    LockSupport.parkNanos(pause.toNanos());
                }
            });
        }
    }

    private Socket connect(String from) throws IOException {
        return encrypted(plain(from, target.port(), new Socket()));
    }

    /** So that little of an answer lies in the kernel. */
    private Socket connectNarrowly(String from) throws IOException {
        var narrow = new Socket();
        narrow.setReceiveBufferSize(SMALLEST_BUFFER);
        return encrypted(plain(from, target.port(), narrow));
    }

    private static Socket plain(String from, int port, Socket plain) throws IOException {
        try {
            plain.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
            plain.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), (int) PATIENCE.toMillis());
            plain.setSoTimeout((int) Duration.ofMinutes(2).toMillis());
            return plain;
        } catch (IOException e) {
            plain.close();
            throw e;
        }
    }

    private Socket encrypted(Socket plain) throws IOException {
        try {
            return target.tls().getSocketFactory().createSocket(plain, "127.0.0.1", target.port(), true);
        } catch (IOException e) {
            plain.close();
            throw e;
        }
    }

    private void askAndReadNothing(Socket socket) throws IOException {
        var out = socket.getOutputStream();
        while (!over) {
            out.write(unread);
            out.flush();
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
