// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** Stands before a fake API server, and answers what an API server asks kubelets and pods: logs, and what pods serve. */
final class PodsInFront implements AutoCloseable {
    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final HttpClient client = HttpClient.newHttpClient();
    private final String behind;
    private final AtomicReference<String> log = new AtomicReference<>("");
    private final AtomicBoolean gone = new AtomicBoolean();
    private final AtomicReference<String> version = new AtomicReference<>("");

    PodsInFront(String behind) throws IOException {
        this.behind = behind;
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** What every container wrote, and every pod serves. */
    void says(String text) {
        log.set(text);
    }

    /** The API server is of that version. */
    void isOf(String gitVersion) {
        version.set("{\"major\": \"1\", \"minor\": \"34\", \"gitVersion\": \"" + gitVersion + "\"}");
    }

    /** No kubelet answers any more. */
    void losesItsNodes() {
        gone.set(true);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath();
            if (path.endsWith("/log") && gone.get()) {
                return;
            }
            if (path.endsWith("/log") || path.contains("/proxy/")) {
                send(exchange, path.endsWith("readyz") ? 503 : 200, log.get().getBytes(StandardCharsets.UTF_8));
                return;
            }
            if (path.equals("/version") && !version.get().isEmpty()) {
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                send(exchange, 200, version.get().getBytes(StandardCharsets.UTF_8));
                return;
            }
            var request = HttpRequest.newBuilder(URI.create(behind + exchange.getRequestURI()))
                    .header("Accept", "application/json");
            var token = exchange.getRequestHeaders().getFirst("Authorization");
            if (token != null) {
                request.header("Authorization", token);
            }
            var answer = client.send(request.build(), BodyHandlers.ofByteArray());
            answer.headers()
                    .firstValue("Content-Type")
                    .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
            send(exchange, answer.statusCode(), answer.body());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        client.shutdownNow();
    }
}
