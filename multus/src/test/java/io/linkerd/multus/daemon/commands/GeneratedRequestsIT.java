// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.server.UnixClient;
import io.linkerd.multus.daemon.server.UnixClient.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever the daemon is asked about whichever pod, its caller is told how that ended, and in time. */
class GeneratedRequestsIT {
    /** Some seconds; {@code -Dmultus.requests=100000} is the long form. */
    private static final int REQUESTS = Integer.getInteger("multus.requests", 500);

    private static final long SEED = Long.getLong("multus.requests.seed", 1);

    /** Far above the slowest that was seen, and far below the daemon's own deadline. */
    private static final int SECONDS = 60;

    @TempDir
    private Path folder;

    private final Map<Integer, Integer> answers = new TreeMap<>();

    @Test
    void everyRequestEndsInTimeWithAnAnswer() throws Exception {
        try (var daemon = new TestDaemon(folder)) {
            define(daemon);
            for (long seed = SEED; seed < SEED + REQUESTS; seed++) {
                var requests = new GeneratedRequests(new Random(seed), daemon.runtimes(""));
                for (var pod : GeneratedRequests.PODS) {
                    daemon.cluster.pod(pod, "u-" + pod, requests.networks());
                }
                var reply = ask(daemon, requests.request(), seed);
                assertTells(reply, seed);
                answers.merge(reply.status(), 1, Integer::sum);
            }
            assertThat(daemon.ask("STATUS", "a").status()).isEqualTo(200);
            assertThat(daemon.metrics.text()).doesNotContain("reason=\"fault\"");
        }
        System.out.println("seeds " + SEED + " to " + (SEED + REQUESTS - 1) + " were answered with " + answers);
    }

    private static void define(TestDaemon daemon) {
        daemon.cluster.define("shop", "long", "{\"type\":\"red\",\"x\":\"" + "x".repeat(1_000_000) + "\"}");
        daemon.cluster.define("shop", "wide", "{\"plugins\":[{\"type\":\"red\"}" + ",{}".repeat(90) + "]}");
    }

    private static Reply ask(TestDaemon daemon, String request, long seed) {
        var reply = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return UnixClient.ask(daemon.socket(), request);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                task -> Thread.ofVirtual().start(task));
        assertThat(reply).as("seed %d", seed).succeedsWithin(SECONDS, TimeUnit.SECONDS);
        return reply.join();
    }

    private static void assertTells(Reply reply, long seed) {
        var told = "seed " + seed + ": " + reply.status() + " " + reply.body();
        assertThat(reply.status())
                .as(told)
                .satisfiesAnyOf(
                        status -> assertThat(status).isEqualTo(200),
                        status -> assertThat(status).isBetween(400, 499));
        if (reply.status() != 200 && reply.status() != 404) { // of another path, as upstream has it
            assertThat(reply.body()).as(told).isNotBlank();
        }
    }
}
