// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.health;

import io.linkerd.multus.service.health.Places.Limits;
import io.linkerd.multus.service.health.Places.Place;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A plain port that is open to the whole network: one request and one answer to a connection, whose peer waits no longer than it takes to
 * answer, however many others send nothing or do not read. The JDK's own server closes each new connection while 200 are silent.
 */
final class ProbePort implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ProbePort.class);

    /** Connections that the kernel keeps for us while older ones are closed. */
    private static final int BACKLOG = 1024;

    /** What the kernel keeps of a request that is not read. */
    private static final int RECEIVED = 16 << 10;

    /**
     * What the kernel keeps of an answer that is not read; Linux doubles it. By itself it takes up to 4 MiB at once, and a connection
     * whose place is free already would lie there uncounted. As it is, the answer waits here, in its place.
     */
    private static final int SENT = 16 << 10;

    private static final int BUFFER = 1 << 10;

    /** Where the process has no file descriptor or thread left, say. */
    private static final Duration BEFORE_NEXT_ACCEPT = Duration.ofMillis(100);

    private final AtomicBoolean hasFailed = new AtomicBoolean();
    private final AtomicLong forRoom = new AtomicLong();
    private final AtomicLong forTime = new AtomicLong();
    private final ExecutorService threads;
    private final ServerSocket listener;
    private final Limits limits;
    private final Places places;
    private final Function<RequestLine, byte[]> answers;

    /**
     * Listens on all addresses; nothing is accepted before {@link #open}.
     *
     * @param port 0 takes any free one
     * @param threads makes two for each connection
     * @param answers what to send upon a request, from its first line to its last byte
     */
    ProbePort(int port, Limits limits, ThreadFactory threads, Function<RequestLine, byte[]> answers)
            throws IOException {
        this.threads = Executors.newThreadPerTaskExecutor(threads);
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

    /** Ends with the listener alone: a process without this thread is deaf to its kubelet. */
    private void accept() {
        while (!listener.isClosed()) {
            try {
                begin(listener.accept());
            } catch (IOException | RuntimeException | OutOfMemoryError failure) {
                if (!listener.isClosed()) {
                    tellOnce(failure);
                    LockSupport.parkNanos(BEFORE_NEXT_ACCEPT.toNanos());
                }
            }
        }
    }

    private void tellOnce(Throwable failure) {
        if (hasFailed.compareAndSet(false, true)) {
            try {
                log.atWarn()
                        .addKeyValue("reason", failure)
                        .log("cannot take a connection to the health port; going on, and silent about further ones");
            } catch (RuntimeException | OutOfMemoryError _) {
                // There is no room for words either.
            }
        }
    }

    private void begin(Socket socket) throws IOException {
        var place = new Place(socket.getInetAddress(), () -> hasArrived(socket), () -> dismiss(socket, forRoom));
        try {
            socket.setSendBufferSize(SENT);
            if (places.take(place)) {
                threads.execute(() -> serve(socket, place));
            } else {
                dismiss(socket, forRoom);
            }
        } catch (IOException | RuntimeException | OutOfMemoryError failure) {
            closeQuietly(socket);
            places.leave(place);
            throw failure;
        }
    }

    private void serve(Socket socket, Place place) {
        try (socket;
                var _ = endOfLife(socket)) {
            var in = new BufferedInputStream(socket.getInputStream(), BUFFER);
            var line = RequestLine.read(in);
            if (line.isPresent() && places.works(place)) {
                var answer = answers.apply(line.get());
                places.waits(place);
                socket.getOutputStream().write(answer);
                ConnectionEnd.await(socket, in, RECEIVED);
            }
        } catch (IOException _) {
            // The peer has gone, or had to.
        } finally {
            places.leave(place);
        }
    }

    /** {@return what has the connection last no longer than it may, until that is closed} */
    private Closeable endOfLife(Socket socket) {
        var end = threads.submit(() -> {
            Thread.sleep(limits.life());
            dismiss(socket, forTime);
            return socket;
        });
        return () -> end.cancel(true);
    }

    /** {@return whether something of a request is here that was not read yet} */
    private static boolean hasArrived(Socket socket) {
        try {
            return socket.getInputStream().available() > 0;
        } catch (IOException _) {
            return false;
        }
    }

    private static void dismiss(Socket socket, AtomicLong count) {
        if (!socket.isClosed()) {
            count.incrementAndGet();
            ConnectionEnd.reset(socket);
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
