// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.fakeapi;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/** Serves a {@link Store} over HTTP, notes every write, and fails where a test wants it to. */
public final class FakeApiServer implements AutoCloseable {
    /** A watch ends by itself after this time, as real ones do; here so that each test sees some of them. */
    private static final long WATCH_MILLIS = 3_000;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Store store = new Store();
    private final List<String> writes = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> failures = new ConcurrentHashMap<>();
    private final Set<String> groups = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    /** Opens a free port of the loopback interface. */
    public FakeApiServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    /** Where it listens. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Puts an object there, as another client would. */
    public void put(String path, String json) {
        try {
            store.put(Address.parse(path), (ObjectNode) JSON.readTree(json));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes an object, as another client would. */
    public void remove(String path) {
        store.remove(Address.parse(path));
    }

    /** The object at that path. */
    public Optional<ObjectNode> get(String path) {
        return store.get(Address.parse(path));
    }

    /** All objects of that kind, in all namespaces. */
    public List<ObjectNode> all(String kindPath) {
        return store.list(Address.parse(kindPath));
    }

    /** Every request of the controller that would change something, as "VERB path", but for the lease. */
    public List<String> writes() {
        return List.copyOf(writes);
    }

    /** Forgets the writes so far. */
    public void forgetWrites() {
        writes.clear();
    }

    /** Answers every request whose "VERB path" starts with that text with this status. */
    public void fail(String prefix, int status) {
        failures.put(prefix, status);
    }

    /** Ends all failures. */
    public void heal() {
        failures.clear();
    }

    /** Serves that kind of that group and version in discovery. */
    public void discover(String groupVersion) {
        groups.add(groupVersion);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String request =
                    exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
            var failure = failures.entrySet().stream()
                    .filter(entry -> request.startsWith(entry.getKey()))
                    .findFirst();
            if (failure.isPresent()) {
                answer(exchange, Answer.failure(failure.get().getValue(), "failed by the test"));
                return;
            }
            if (!exchange.getRequestMethod().equals("GET") && !request.contains("/leases")) {
                writes.add(request);
            }
            dispatch(exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void dispatch(HttpExchange exchange) throws IOException, InterruptedException {
        String path = exchange.getRequestURI().getPath();
        if (path.split("/").length <= 4 && path.startsWith("/apis/")) {
            answer(exchange, Answer.discovery(groups, path.substring("/apis/".length())));
            return;
        }
        var query = query(exchange);
        var address = Address.parse(path);
        if (query.containsKey("watch")) {
            watch(exchange, selected(address, query), Long.parseLong(query.getOrDefault("resourceVersion", "0")));
            return;
        }
        var body = exchange.getRequestBody().readAllBytes();
        var content = body.length == 0 ? JSON.createObjectNode() : (ObjectNode) JSON.readTree(body);
        answer(
                exchange,
                switch (exchange.getRequestMethod()) {
                    case "GET" ->
                        address.name().isPresent()
                                ? Answer.get(store, address)
                                : Answer.list(store, selected(address, query));
                    case "POST" -> Answer.create(store, address, content);
                    case "PUT" -> Answer.update(store, address, content);
                    case "PATCH" -> Answer.apply(store, address, content, query.containsKey("force"));
                    case "DELETE" -> Answer.delete(store, address, content);
                    case String other -> Answer.failure(405, other);
                });
    }

    private void watch(HttpExchange exchange, Address list, long since) throws IOException, InterruptedException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, 0);
        long seen = since;
        long end = System.nanoTime() + WATCH_MILLIS * 1_000_000;
        var body = exchange.getResponseBody();
        body.flush();
        while (System.nanoTime() - end < 0) {
            for (var change : store.changesAfter(seen, list, 200)) {
                var event = JSON.createObjectNode().put("type", change.type());
                event.set("object", change.object());
                body.write((event + "\n").getBytes(StandardCharsets.UTF_8));
                body.flush();
                seen = change.version();
            }
        }
    }

    private static Address selected(Address list, Map<String, String> query) {
        return list.withName(Optional.ofNullable(query.get("fieldSelector"))
                .map(selector -> selector.substring("metadata.name=".length())));
    }

    private static Map<String, String> query(HttpExchange exchange) {
        return Optional.ofNullable(exchange.getRequestURI().getQuery()).stream()
                .flatMap(query -> Arrays.stream(query.split("&")))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair.length > 1 ? pair[1] : ""));
    }

    private static void answer(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = answer.body().toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(answer.status(), body.length);
        exchange.getResponseBody().write(body);
    }
}
