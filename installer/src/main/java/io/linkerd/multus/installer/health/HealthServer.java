// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.health;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** {@code /livez}, {@code /readyz} and {@code /metrics} over plain HTTP. */
public final class HealthServer implements AutoCloseable {
    private final HttpServer server;
    private final Supplier<List<String>> reasons;
    private final Metrics metrics;
    private final BooleanSupplier alive;

    /**
     * Serves at once.
     *
     * @param reasons says what stands in the way of being ready; nothing when ready
     * @param alive says whether everything that should run does
     */
    public HealthServer(int port, Supplier<List<String>> reasons, Metrics metrics, BooleanSupplier alive)
            throws IOException {
        this.reasons = reasons;
        this.metrics = metrics;
        this.alive = alive;
        this.server = HttpServer.create(new InetSocketAddress(port), 0);
        server.createContext("/livez", exchange -> answer(exchange, alive.getAsBoolean() ? 200 : 503, live()));
        server.createContext("/readyz", this::ready);
        server.createContext("/metrics", exchange -> answer(exchange, 200, figures()));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    /** The port that is served, which is another than asked for when that was 0. */
    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private String live() {
        return alive.getAsBoolean() ? "ok\n" : "a thread of the installer has ended; see its log\n";
    }

    private void ready(HttpExchange exchange) throws IOException {
        var now = reasons.get();
        if (now.isEmpty()) {
            answer(exchange, 200, "ok\n");
        } else {
            answer(exchange, 503, "not ready: " + String.join("; ", now) + "\n");
        }
    }

    private String figures() {
        metrics.set(Metrics.Family.READY, reasons.get().isEmpty() ? 1 : 0);
        ProcessMemory.show(metrics);
        return metrics.text();
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        try (exchange) {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
