// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.health;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Answers the kubelet's probes ({@code /livez}, {@code /readyz}) and Prometheus ({@code /metrics}), over plain HTTP. */
public final class HealthServer implements AutoCloseable {
    private static final String PLAIN = "text/plain; charset=utf-8";
    private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private record Page(int status, String type, String body) {}

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /**
     * Opens the port on all addresses.
     *
     * @param port 0 takes any free one
     */
    public HealthServer(int port, Health health, PrometheusMeterRegistry meters) {
        try {
            server = HttpServer.create(new InetSocketAddress(port), 0);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on port " + port, e);
        }
        server.setExecutor(threads);
        serve("/livez", () -> verdict(health.whyNotAlive()));
        serve("/readyz", () -> verdict(health.whyNotReady()));
        serve("/metrics", () -> new Page(HttpURLConnection.HTTP_OK, PROMETHEUS_TEXT, meters.scrape(PROMETHEUS_TEXT)));
        server.start();
    }

    /** The port that was taken. */
    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
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
        byte[] body = page.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", page.type());
        exchange.sendResponseHeaders(page.status(), body.length);
        exchange.getResponseBody().write(body);
    }

    private static Page verdict(Optional<String> problem) {
        return problem.map(text -> new Page(HttpURLConnection.HTTP_UNAVAILABLE, PLAIN, text + "\n"))
                .orElseGet(() -> new Page(HttpURLConnection.HTTP_OK, PLAIN, "ok\n"));
    }
}
