// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import static io.linkerd.multus.daemon.server.ServerLimits.STANDARD;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.server.ServerLimits.Queue;
import io.linkerd.multus.daemon.server.ServerLimits.Times;
import io.linkerd.multus.daemon.server.UnixClient.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.core.ConditionFactory;

/** A server in a folder of its own, with work in stages. */
final class TestServer implements AutoCloseable {
    /** Nothing that a test waits for takes so long. */
    static final Duration LONG = Duration.ofSeconds(60);

    /** Over at once where it is waited for, and too long for what is quick. */
    static final Duration SHORT = Duration.ofMillis(200);

    static final Times PATIENT = new Times(LONG, LONG, LONG, LONG, LONG, LONG, LONG, Duration.ZERO);

    static final ServerLimits ROOMY = with(PATIENT);

    final StagedHandler handler = new StagedHandler();
    final RequestMetrics metrics = new RequestMetrics();
    final RequestServer server;
    final Path folder;
    final Path socket;

    TestServer(Path parent, ServerLimits limits) throws IOException, InterruptedException {
        folder = parent.resolve("s");
        socket = folder.resolve("multus.sock");
        server = switch (RequestServer.start(folder, handler, limits, metrics)) {
            case Result.Ok<RequestServer>(var started) -> started;
            case Result.Not<RequestServer>(var reason) -> throw new IOException(reason);
        };
    }

    static ServerLimits with(Times times) {
        return new ServerLimits(
                STANDARD.body(),
                STANDARD.memory(),
                STANDARD.connections(),
                STANDARD.others(),
                STANDARD.containers(),
                STANDARD.node(),
                times);
    }

    static ServerLimits with(Queue containers) {
        return new ServerLimits(
                ROOMY.body(), ROOMY.memory(), ROOMY.connections(), ROOMY.others(), containers, ROOMY.node(), PATIENT);
    }

    /** A condition that is looked at often: what it waits for takes microseconds, as a rule. */
    static ConditionFactory eventually() {
        return await().atMost(LONG).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1));
    }

    UnixClient connect() throws IOException {
        return UnixClient.to(socket);
    }

    Reply ask(String request) throws IOException {
        return UnixClient.ask(socket, request);
    }

    Reply cni(String body) throws IOException {
        return ask(UnixClient.post("/cni", body));
    }

    /** Sends a request, and returns when it is in work. */
    UnixClient begin(String container, String name) throws IOException {
        handler.hold(name);
        var client = connect().send(UnixClient.post("/cni", container + "/" + name));
        eventually().until(() -> handler.begun().contains(name));
        return client;
    }

    /** Sends a request, and returns when it waits behind others. */
    UnixClient queue(String container, String name) throws IOException {
        long before = waiting();
        var client = connect().send(UnixClient.post("/cni", container + "/" + name));
        eventually().until(() -> waiting() == before + 1);
        return client;
    }

    long waiting() {
        return value("multus_server_queue_length{queue=\"containers\"}");
    }

    long inWork() {
        return value("multus_server_requests_in_work{queue=\"containers\"}");
    }

    long connections() {
        return value("multus_server_connections");
    }

    long refused(String reason) {
        return value("multus_server_refused_total{reason=\"" + reason + "\"}");
    }

    /** {@return what metrics say; zero where they say nothing} */
    long value(String series) {
        return metrics.text()
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToLong(line -> Long.parseLong(line.substring(series.length() + 1)))
                .findFirst()
                .orElse(0);
    }

    void stop() {
        try {
            server.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("the test's time was over", e);
        }
    }

    @Override
    public void close() {
        handler.letGoAll();
        stop();
    }
}
