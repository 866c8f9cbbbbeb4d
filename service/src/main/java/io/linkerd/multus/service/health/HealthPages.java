// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.health;

import io.linkerd.multus.service.health.HealthServer.Patience;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** What the port says, page by page. */
final class HealthPages {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    /** As many as the kubelet and a person need; whoever else comes is answered at once. */
    private static final int HELD_AT_ONCE = 3;

    private static final String OK = "200 OK";
    private static final String BAD_REQUEST = "400 Bad Request";
    private static final String NOT_FOUND = "404 Not Found";
    private static final String UNAVAILABLE = "503 Service Unavailable";
    private static final String PLAIN = "text/plain; charset=utf-8";
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
    private static final List<String> STARTING = List.of("it is starting");
    private static final List<String> HUNG = List.of("it is still starting, and should long be done");

    private final AtomicReference<Optional<Health>> health = new AtomicReference<>(Optional.empty());
    private final AtomicBoolean wasReady = new AtomicBoolean();
    private final Semaphore holds = new Semaphore(HELD_AT_ONCE);
    private final Patience patience;
    private final long opened = System.nanoTime();

    /** One page, and what is said of it before. */
    record Page(String status, String type, String body) {
        /** {@return all that is sent, after which the connection ends} */
        byte[] message() {
            var content = body.getBytes(StandardCharsets.UTF_8);
            var head = "HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\nContent-Length: " + content.length
                    + "\r\nConnection: close\r\n\r\n";
            var before = head.getBytes(StandardCharsets.US_ASCII);
            var message = new byte[before.length + content.length];
            System.arraycopy(before, 0, message, 0, before.length);
            System.arraycopy(content, 0, message, before.length, content.length);
            return message;
        }
    }

    HealthPages(Patience patience) {
        this.patience = patience;
    }

    void report(Health now) {
        health.set(Optional.of(now));
    }

    /** {@return the page that is asked for} It may take as long as one look for readiness. */
    Page at(RequestLine asked, String ownMetrics) {
        if (asked.isMalformed()) {
            return new Page(BAD_REQUEST, PLAIN, "no request of HTTP/1.1\n");
        }
        return switch (asked.method() + " " + asked.path()) {
            case "GET /livez" -> verdict(whyNotAlive(), "alive");
            case "GET /readyz" -> readiness();
            case "GET /metrics" -> metrics(ownMetrics);
            default -> new Page(NOT_FOUND, PLAIN, "not here\n");
        };
    }

    private List<String> whyNotAlive() {
        return health.get()
                .map(Health::whyNotAlive)
                .orElseGet(() -> isWithin(patience.start(), opened) ? List.of() : HUNG);
    }

    private List<String> whyNotReady() {
        return health.get().map(Health::whyNotReady).orElse(STARTING);
    }

    private Page readiness() {
        var missing = whyNotReady();
        if (!missing.isEmpty() && !wasReady.get() && holds.tryAcquire()) {
            try {
                missing = whyNotReadyAfterAWhile();
            } finally {
                holds.release();
            }
        }
        if (missing.isEmpty()) {
            wasReady.set(true);
        }
        return verdict(missing, "ready");
    }

    private List<String> whyNotReadyAfterAWhile() {
        long start = System.nanoTime();
        List<String> missing;
        do {
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            missing = whyNotReady();
        } while (!missing.isEmpty() && isWithin(patience.look(), start));
        return missing;
    }

    private static boolean isWithin(Duration time, long since) {
        return System.nanoTime() - since < time.toNanos();
    }

    private Page metrics(String own) {
        return health.get()
                .map(known -> new Page(OK, PROMETHEUS, known.metrics() + own))
                .orElseGet(() -> verdict(STARTING, "ready"));
    }

    private static Page verdict(List<String> problems, String fine) {
        return problems.isEmpty()
                ? new Page(OK, PLAIN, fine + "\n")
                : new Page(UNAVAILABLE, PLAIN, "not " + fine + ": " + String.join("; ", problems) + "\n");
    }
}
