// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.health;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * {@code /livez}, {@code /readyz} and {@code /metrics} over plain HTTP, by a server of its own that answers from the first moment of a
 * start on.
 *
 * <p>Until the process is ready for the first time, {@code /readyz} waits a little before it says no. The kubelet looks once a second;
 * a look that comes too early by less than that would cost a start the whole second.
 */
public final class HealthServer implements AutoCloseable {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    /** As many as the kubelet and a person need; whoever else comes is answered at once. */
    private static final int HELD_AT_ONCE = 3;

    private static final String PLAIN = "text/plain; charset=utf-8";
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
    private static final List<String> STARTING = List.of("it is starting");
    private static final List<String> HUNG = List.of("it is still starting, and should long be done");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicReference<Optional<Health>> health = new AtomicReference<>(Optional.empty());
    private final AtomicBoolean wasReady = new AtomicBoolean();
    private final Semaphore holds = new Semaphore(HELD_AT_ONCE);
    private final Patience patience;
    private final long opened = System.nanoTime();

    /**
     * How long to wait for a start.
     *
     * @param look one question for readiness; well below the two seconds that the chart's probe gives an answer
     * @param start the whole of it; then liveness says no, which the chart's probe takes for an answer after 50 s more
     */
    record Patience(Duration look, Duration start) {
        static final Patience STANDARD = new Patience(Duration.ofSeconds(1), Duration.ofSeconds(70));
    }

    private record Page(int status, String type, String body) {}

    /**
     * Opens the port on all addresses; it is alive and not ready until there is something to {@link #report}.
     *
     * @param port 0 takes any free one
     * @throws UncheckedIOException where the port is taken
     */
    public HealthServer(int port) {
        this(port, Patience.STANDARD);
    }

    HealthServer(int port, Patience patience) {
        this.patience = patience;
        try {
            server = HttpServer.create(new InetSocketAddress(port), 0);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on port " + port + ": " + e.getMessage(), e);
        }
        server.setExecutor(threads);
        serve("/livez", () -> verdict(whyNotAlive(), "alive"));
        serve("/readyz", this::readiness);
        serve("/metrics", this::metrics);
        server.start();
    }

    /** {@return the port that was taken} */
    public int port() {
        return server.getAddress().getPort();
    }

    /** Tells of this health from now on. */
    public void report(Health now) {
        health.set(Optional.of(now));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
    }

    private List<String> whyNotAlive() {
        return health.get()
                .map(Health::whyNotAlive)
                .orElseGet(() -> isWithin(patience.start(), opened) ? List.of() : HUNG);
    }

    private List<String> whyNotReady() {
        return health.get().map(Health::whyNotReady).orElse(STARTING);
    }

    private Page readiness() {
        var missing = whyNotReady();
        if (!missing.isEmpty() && !wasReady.get() && holds.tryAcquire()) {
            try {
                missing = whyNotReadyAfterAWhile();
            } finally {
                holds.release();
            }
        }
        if (missing.isEmpty()) {
            wasReady.set(true);
        }
        return verdict(missing, "ready");
    }

    private List<String> whyNotReadyAfterAWhile() {
        long start = System.nanoTime();
        List<String> missing;
        do {
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            missing = whyNotReady();
        } while (!missing.isEmpty() && isWithin(patience.look(), start));
        return missing;
    }

    private static boolean isWithin(Duration time, long since) {
        return System.nanoTime() - since < time.toNanos();
    }

    private Page metrics() {
        return health.get()
                .map(known -> new Page(HttpURLConnection.HTTP_OK, PROMETHEUS, known.metrics()))
                .orElseGet(() -> verdict(STARTING, "ready"));
    }

    private static Page verdict(List<String> problems, String fine) {
        return problems.isEmpty()
                ? new Page(HttpURLConnection.HTTP_OK, PLAIN, fine + "\n")
                : new Page(
                        HttpURLConnection.HTTP_UNAVAILABLE,
                        PLAIN,
                        "not " + fine + ": " + String.join("; ", problems) + "\n");
    }

    private void serve(String path, Supplier<Page> page) {
        server.createContext(path, exchange -> {
            try (exchange) {
                boolean asked = exchange.getRequestMethod().equals("GET")
                        && exchange.getRequestURI().getPath().equals(path);
                answer(exchange, asked ? page.get() : new Page(HttpURLConnection.HTTP_NOT_FOUND, PLAIN, "not here\n"));
            }
        });
    }

    private static void answer(HttpExchange exchange, Page page) throws IOException {
        var body = page.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", page.type());
        exchange.sendResponseHeaders(page.status(), body.length);
        exchange.getResponseBody().write(body);
    }
}
