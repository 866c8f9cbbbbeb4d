// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Takes requests in: notes them, lets them fail where that is wanted, and sends answers. */
final class Front implements HttpHandler {
    private final Store store;
    private final Discovery discovery;
    private final FakeTokens tokens;
    final Router router;
    final Troubles troubles = new Troubles();
    final Watches watches = new Watches();
    final Set<String> cutOff = ConcurrentHashMap.newKeySet();
    final List<Request> requests = new CopyOnWriteArrayList<>();

    Front(Store store, Discovery discovery, FakeTokens tokens, Writes writes) {
        this.store = store;
        this.discovery = discovery;
        this.tokens = tokens;
        this.router = new Router(discovery, store, writes, tokens);
    }

    /** An exchange that is left by an exception is not closed in good order: its connection ends as it is. */
    @Override
    public void handle(HttpExchange exchange) throws IOException {
        var request = Request.read(exchange);
        if (cutOff.contains(request.bearer())) {
            throw new IOException("cut off by the test");
        }
        var failure = troubles.next(request);
        requests.add(request);
        try {
            if (failure.isPresent()) {
                fail(exchange, request, failure.get());
            } else if (!tokens.lets(request)) {
                throw Refusal.of(401, "Unauthorized");
            } else if (request.isWatch()) {
                watch(exchange, request);
            } else {
                send(exchange, router.answer(request));
            }
        } catch (Refusal refusal) {
            send(exchange, refusal.answer());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        exchange.close();
    }

    private void fail(HttpExchange exchange, Request request, Failure failure)
            throws IOException, InterruptedException {
        switch (failure) {
            case Failure.Status(var code, var retryAfter, var message) -> {
                retryAfter.ifPresent(
                        time -> exchange.getResponseHeaders().set("Retry-After", Long.toString(time.toSeconds())));
                send(exchange, Refusal.of(code, message).answer());
            }
            case Failure.Hang _ -> {
                troubles.awaitEnd();
                throw new IOException("hung up by the test");
            }
            case Failure.LateAnswer _ -> {
                var answer = router.answer(request);
                troubles.awaitEnd();
                send(exchange, answer);
            }
            case Failure.LostAnswer _ -> {
                router.answer(request);
                throw new IOException("the answer was lost by the test");
            }
            case Failure.HangUp _ -> throw new IOException("hung up by the test");
        }
    }

    private void watch(HttpExchange exchange, Request request) throws IOException, InterruptedException {
        if (request.isSet("sendInitialEvents")) {
            throw Refusal.of(422, "sendInitialEvents is forbidden");
        }
        var target = Target.parse(request.path(), discovery.kinds);
        var watch = new Watch(store, target, request, watches.longest());
        if (watches.refuses(watch)) {
            throw Refusal.of(410, "too old resource version");
        }
        // Before the client knows: what a test wishes of the watches of a client that follows is one for this.
        watches.opened(watch);
        try {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            watch.run(exchange.getResponseBody());
        } finally {
            watches.closed(watch);
        }
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        var text = Optional.of(answer.body())
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .orElseGet(answer.body()::toString);
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders()
                .set("Content-Type", answer.body().isTextual() ? "text/plain" : "application/json");
        exchange.sendResponseHeaders(answer.code(), bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
