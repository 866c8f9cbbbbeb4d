// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.health;

import io.linkerd.multus.service.health.Places.Limits;
import io.linkerd.multus.service.health.Places.Place;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * A plain port that is open to the whole network: one request and one answer to a connection, whose peer waits no longer than it takes to
 * answer, however many others send nothing or do not read. The JDK's own server closes each new connection while 200 are silent.
 */
final class ProbePort implements AutoCloseable {
    /** Connections that the kernel keeps for us while older ones are closed. */
    private static final int BACKLOG = 1024;

    /** What the kernel keeps of a request that is not read. */
    private static final int RECEIVED = 16 << 10;

    private static final int BUFFER = 1 << 10;

    /** For a peer to read its answer to the end, and close: a connection that is closed upon what it still sends loses it. */
    private static final Duration LINGER = Duration.ofSeconds(1);

    /** Where the process has no file descriptor left, say. */
    private static final Duration BEFORE_NEXT_ACCEPT = Duration.ofMillis(100);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicLong forRoom = new AtomicLong();
    private final AtomicLong forTime = new AtomicLong();
    private final ServerSocket listener;
    private final Limits limits;
    private final Places places;
    private final Function<RequestLine, byte[]> answers;

    /**
     * Listens on all addresses; nothing is accepted before {@link #open}.
     *
     * @param port 0 takes any free one
     * @param answers what to send upon a request, from its first line to its last byte
     */
    ProbePort(int port, Limits limits, Function<RequestLine, byte[]> answers) throws IOException {
        this.limits = limits;
        this.places = new Places(limits);
        this.answers = answers;
        this.listener = new ServerSocket();
        listener.setReceiveBufferSize(RECEIVED);
        listener.bind(new InetSocketAddress(port), BACKLOG);
    }

    /** Begins to answer, in a thread that keeps the process alive until the port is closed. */
    void open() {
        Thread.ofPlatform().name("health").start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** {@return how many connections were closed so that others had a place} */
    long closedForRoom() {
        return forRoom.get();
    }

    /** {@return how many were closed since their peer had sent no request, or not taken its answer, in their time} */
    long closedForTime() {
        return forTime.get();
    }

    @Override
    public void close() {
        closeQuietly(listener);
        places.clear();
        threads.shutdownNow();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                begin(listener.accept());
            } catch (IOException _) {
                if (!listener.isClosed()) {
                    LockSupport.parkNanos(BEFORE_NEXT_ACCEPT.toNanos());
                }
            }
        }
    }

    private void begin(Socket socket) {
        var place = new Place(socket.getInetAddress(), () -> dismiss(socket, forRoom));
        if (places.take(place)) {
            threads.execute(() -> serve(socket, place));
        } else {
            dismiss(socket, forRoom);
        }
    }

    private void serve(Socket socket, Place place) {
        var end = threads.submit(() -> {
            Thread.sleep(limits.life());
            dismiss(socket, forTime);
            return socket;
        });
        try (socket) {
            var in = new BufferedInputStream(socket.getInputStream(), BUFFER);
            var line = RequestLine.read(in);
            if (line.isPresent() && places.works(place)) {
                var answer = answers.apply(line.get());
                places.waits(place);
                socket.getOutputStream().write(answer);
                awaitEnd(socket, in);
            }
        } catch (IOException _) {
            // The peer has gone, or had to.
        } finally {
            end.cancel(true);
            places.leave(place);
        }
    }

    private static void awaitEnd(Socket socket, InputStream in) throws IOException {
        socket.shutdownOutput();
        socket.setSoTimeout(Math.toIntExact(LINGER.toMillis()));
        int left = RECEIVED;
        while (left > 0 && in.read() >= 0) {
            left--;
        }
    }

    private static void dismiss(Socket socket, AtomicLong count) {
        if (!socket.isClosed()) {
            count.incrementAndGet();
            closeQuietly(socket);
        }
    }

    private static void closeQuietly(Closeable socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // It is closed all the same.
        }
    }
}
