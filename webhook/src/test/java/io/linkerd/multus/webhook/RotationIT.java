// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.webhook.certificates.CertificatePolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RotationIT {
    /** A year and a week in less than a minute. */
    private static final CertificatePolicy SHORT = new CertificatePolicy(
            Duration.ofSeconds(45), Duration.ofSeconds(18), Duration.ofSeconds(2), Duration.ofSeconds(2));

    @Test
    void rotatesUnderLoadWithoutLosingACall() throws Exception {
        var load = new Load();
        try (var fixture = new WebhookFixture(SHORT).ready();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var clients = new ArrayList<Future<?>>();
            for (int i = 0; i < 3; i++) {
                clients.add(threads.submit(() -> load.run(fixture)));
            }
            await().atMost(Duration.ofMinutes(3)).until(() -> load.authorities.size() >= 2 && load.leaves.size() >= 3);
            load.stop.set(true);
            for (var client : clients) {
                client.get();
            }
        }
        assertThat(load.failures).isEmpty();
        assertThat(load.calls.get()).isGreaterThan(100);
    }

    /** Calls one after the other, each over a connection of its own, and trusts what an API server would. */
    private static final class Load {
        final AtomicBoolean stop = new AtomicBoolean();
        final AtomicInteger calls = new AtomicInteger();
        final Set<String> authorities = ConcurrentHashMap.newKeySet();
        final Set<String> leaves = ConcurrentHashMap.newKeySet();
        final Queue<String> failures = new ConcurrentLinkedQueue<>();

        void run(WebhookFixture fixture) {
            while (!stop.get()) {
                try (var client = fixture.connect()) {
                    authorities.add(client.leaf().getIssuerX500Principal().getName());
                    leaves.add(client.leaf().getSerialNumber().toString());
                    var response = client.post(WebhookFixture.review("shop", "{\"name\":\"web\"}"));
                    if (!response.body().contains("\"allowed\":true")) {
                        failures.add(response.toString());
                    }
                } catch (Exception lost) {
                    failures.add(lost.toString());
                }
                calls.incrementAndGet();
            }
        }
    }
}
