// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.fake;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/** The few resources of an API server that an installer sees, over TLS on loopback. */
public final class FakeApiServer implements AutoCloseable {
    /** The token of the installer's own pod. */
    public static final String OWN_TOKEN = "own-token";

    private static final String DAEMON_SETS = "/apis/apps/v1/namespaces/linkerd-multus/daemonsets";
    private static final Pattern SECONDS = Pattern.compile("\"expirationSeconds\":(\\d+)");
    private static final Pattern VERSION = Pattern.compile("resourceVersion=(\\d+)");

    private final HttpsServer server;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final FakeTokens tokens = new FakeTokens("system:serviceaccount:linkerd-multus:plugin");
    private final FakeDaemonSet daemonSet = new FakeDaemonSet("installer");
    private final Map<String, String> served = new ConcurrentHashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile Health health = Health.UP;

    /** How the server behaves. */
    public enum Health {
        UP,
        /** Accepts connections and answers nothing. */
        HANGING,
        /** 500 for everything. */
        BROKEN,
        /** 403 for everything, as after Helm has removed our rights. */
        FORBIDDING,
        /** 401 for everything, as after the service account is gone. */
        UNAUTHORIZING
    }

    /** Serves at once, with our DaemonSet and a node that is nothing special. */
    public FakeApiServer() throws IOException {
        served.put("/api/v1/nodes/node1", "{\"metadata\":{\"name\":\"node1\",\"labels\":{}}}");
        served.put("/version", "{\"major\":\"1\"}");
        daemonSet.create();
        server = HttpsServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.setHttpsConfigurator(
                new HttpsConfigurator(ServingCertificate.get().context()));
        server.setExecutor(executor);
        server.createContext("/", this::serve);
        server.start();
    }

    /** The port on 127.0.0.1. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** The certificate that it is believed by. */
    public String caPem() {
        return ServingCertificate.get().pem();
    }

    /** The tokens that it gives and takes. */
    public FakeTokens tokens() {
        return tokens;
    }

    /** Our DaemonSet. */
    public FakeDaemonSet daemonSet() {
        return daemonSet;
    }

    /** Every call so far, as method and path. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    /** From now on it behaves like this. */
    public void become(Health next) {
        health = next;
    }

    /** The node and the cluster are OpenShift's. */
    public void becomeOpenShift() {
        served.put(
                "/api/v1/nodes/node1",
                "{\"metadata\":{\"name\":\"node1\",\"labels\":{\"node.openshift.io/os_id\":\"rhcos\"}}}");
    }

    @Override
    public void close() {
        closing.countDown();
        daemonSet.endWatches();
        server.stop(0);
        executor.shutdownNow();
    }

    private void serve(HttpExchange exchange) throws IOException {
        var uri = exchange.getRequestURI();
        calls.add(exchange.getRequestMethod() + " " + uri);
        try (exchange) {
            switch (health) {
                case HANGING -> closing.await();
                case BROKEN -> status(exchange, 500, "etcd is away");
                case FORBIDDING -> status(exchange, 403, "forbidden");
                case UNAUTHORIZING -> status(exchange, 401, "Unauthorized");
                case UP -> serveHealthy(exchange, uri);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void serveHealthy(HttpExchange exchange, URI uri) throws IOException, InterruptedException {
        var token = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"))
                .replace("Bearer ", "");
        if (!token.equals(OWN_TOKEN) && !tokens.isGood(token)) {
            status(exchange, 401, "Unauthorized");
        } else if (uri.getPath().equals("/api/v1/namespaces/linkerd-multus/serviceaccounts/plugin/token")) {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var seconds = SECONDS.matcher(body);
            answer(
                    exchange,
                    201,
                    tokens.mint(Duration.ofSeconds(seconds.find() ? Long.parseLong(seconds.group(1)) : 3600)));
        } else if (uri.getPath().equals(DAEMON_SETS)) {
            if (uri.getQuery().contains("watch=true")) {
                watch(exchange, uri.getQuery());
            } else {
                answer(exchange, 200, daemonSet.list());
            }
        } else if (uri.getPath().equals(DAEMON_SETS + "/installer")) {
            object(exchange, daemonSet.get().orElse(""));
        } else {
            object(exchange, served.getOrDefault(uri.getPath(), ""));
        }
    }

    private void watch(HttpExchange exchange, String query) throws IOException, InterruptedException {
        var from = VERSION.matcher(query);
        long version = from.find() ? Long.parseLong(from.group(1)) : 0;
        int epoch = daemonSet.epoch();
        exchange.sendResponseHeaders(200, 0);
        var out = exchange.getResponseBody();
        out.write("{\"type\":\"BOOKMARK\",\"object\":{}}\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
        for (var event = daemonSet.next(version, epoch); event.isPresent(); event = daemonSet.next(version, epoch)) {
            version = daemonSet.versionAfter(version);
            out.write((event.get() + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }

    private static void object(HttpExchange exchange, String json) throws IOException {
        if (json.isEmpty()) {
            status(exchange, 404, "not found");
        } else {
            answer(exchange, 200, json);
        }
    }

    private static void status(HttpExchange exchange, int code, String message) throws IOException {
        answer(exchange, code, "{\"kind\":\"Status\",\"code\":" + code + ",\"message\":\"" + message + "\"}");
    }

    private static void answer(HttpExchange exchange, int code, String json) throws IOException {
        exchange.getRequestBody().readAllBytes();
        var bytes = json.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
