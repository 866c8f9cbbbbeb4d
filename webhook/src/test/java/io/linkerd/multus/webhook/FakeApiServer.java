// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The part of an API server that the webhook speaks to, over plain HTTP on loopback. */
final class FakeApiServer implements AutoCloseable {
    private static final Pattern NAME = Pattern.compile("fieldSelector=metadata\\.name(?:%3D|=)([^&]+)");

    final FakeObjects objects = new FakeObjects();
    final AtomicBoolean away = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    FakeApiServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    static JsonObject object(String json) {
        return JsonParser.parseString(json.replace('\'', '"')).getAsJsonObject();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String query =
                    Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
            if (away.get()) {
                send(exchange, 503, status(503));
            } else if (query.contains("watch=true")) {
                watch(exchange, path, query);
            } else {
                answer(exchange, path);
            }
        } catch (FakeObjects.Conflict conflict) {
            send(exchange, 409, status(409));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(HttpExchange exchange, String path) throws IOException, FakeObjects.Conflict {
        switch (exchange.getRequestMethod()) {
            case "GET" -> get(exchange, path);
            case "POST" -> {
                JsonObject object = body(exchange);
                String name = object.getAsJsonObject("metadata").get("name").getAsString();
                send(exchange, 201, objects.create(path + "/" + name, object));
            }
            case "PUT" -> send(exchange, 200, objects.replace(path, body(exchange)));
            case "PATCH" -> send(exchange, 200, objects.merge(path, body(exchange)));
            default -> send(exchange, 405, status(405));
        }
    }

    private void get(HttpExchange exchange, String path) throws IOException {
        Optional<JsonObject> found = objects.get(path);
        if (found.isPresent()) {
            send(exchange, 200, found.get());
        } else if (path.matches(".*/(namespaces|secrets|mutatingwebhookconfigurations)")) {
            var list = object(
                    "{'kind':'List','apiVersion':'v1','metadata':{'resourceVersion':'" + objects.version() + "'}}");
            var items = new JsonArray();
            objects.list(path).forEach(items::add);
            list.add("items", items);
            send(exchange, 200, list);
        } else {
            send(exchange, 404, status(404));
        }
    }

    private void watch(HttpExchange exchange, String collection, String query)
            throws IOException, InterruptedException {
        Matcher name = NAME.matcher(query);
        Optional<String> only = name.find() ? Optional.of(name.group(1)) : Optional.empty();
        var watcher = objects.watch(collection, only, !query.contains("resourceVersion="));
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, 0);
        try (var out = exchange.getResponseBody()) {
            while (!closed.get() && !away.get()) {
                String event = watcher.events().poll(100, TimeUnit.MILLISECONDS);
                if (event != null) {
                    out.write((event + "\n").getBytes(StandardCharsets.UTF_8));
                    out.flush();
                }
            }
        } finally {
            objects.forget(watcher);
        }
    }

    private static JsonObject body(HttpExchange exchange) throws IOException {
        return JsonParser.parseString(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8))
                .getAsJsonObject();
    }

    private static JsonObject status(int code) {
        return object("{'kind':'Status','apiVersion':'v1','status':'Failure','code':" + code + "}");
    }

    private static void send(HttpExchange exchange, int code, JsonObject body) throws IOException {
        byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        closed.set(true);
        server.stop(0);
        threads.shutdownNow();
    }
}
