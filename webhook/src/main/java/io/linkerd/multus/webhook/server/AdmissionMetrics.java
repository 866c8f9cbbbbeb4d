// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.linkerd.multus.contracts.admission.Cause;
import io.linkerd.multus.webhook.reviews.Admissions;
import io.linkerd.multus.webhook.reviews.Answer;
import io.linkerd.multus.webhook.reviews.ReviewResult;
import io.linkerd.multus.webhook.reviews.ReviewedKind;
import io.linkerd.multus.webhook.server.Guest.Reason;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micronaut.http.HttpStatus;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Counts reviews by how they ended, and how long the answers took. */
@Singleton
class AdmissionMetrics {
    private final Map<ReviewedKind.Meters, Map<ReviewResult, Timer>> timers;
    private final Map<Ending, Counter> decisions = new ConcurrentHashMap<>();
    private final MeterRegistry registry;

    private final Counter decided;
    private final Counter queued;
    private final Counter sent;

    private record Ending(ReviewResult result, Cause cause) {}

    @Inject
    AdmissionMetrics(Admissions admissions, MeterRegistry registry) {
        this(admissions.meters(), registry);
    }

    AdmissionMetrics(List<ReviewedKind.Meters> kinds, MeterRegistry registry) {
        this.registry = registry;
        this.decided = answers("decided");
        this.queued = answers("queued");
        this.sent = answers("sent");
        this.timers = kinds.stream()
                .collect(Collectors.toMap(meters -> meters, meters -> timers(meters.timer(), meters.description())));
    }

    private Map<ReviewResult, Timer> timers(String name, String description) {
        var timers = new EnumMap<ReviewResult, Timer>(ReviewResult.class);
        for (var result : ReviewResult.values()) {
            timers.put(
                    result,
                    Timer.builder(name)
                            .description(description)
                            .tag("outcome", result.label())
                            .serviceLevelObjectives(
                                    Duration.ofMillis(1),
                                    Duration.ofMillis(5),
                                    Duration.ofMillis(25),
                                    Duration.ofMillis(100),
                                    Duration.ofMillis(500),
                                    Duration.ofSeconds(2),
                                    Duration.ofSeconds(5))
                            .register(registry));
        }
        return timers;
    }

    /** Tells how many connections there are, and how many bytes of requests and answers they hold. */
    void connections(Supplier<Number> count, Supplier<Number> held) {
        Gauge.builder("linkerd_multus_webhook_connections", count)
                .description("Connections at once")
                .register(registry);
        Gauge.builder("linkerd_multus_webhook_held_bytes", held)
                .description("What requests, and answers until they are sent, count for")
                .register(registry);
    }

    /** Counts a connection that had to go. */
    void dismissed(Reason reason) {
        Counter.builder("linkerd_multus_webhook_dismissed_connections")
                .description("Connections that were ended from here, by what ran short")
                .tag("reason", reason.name().toLowerCase(Locale.ROOT))
                .register(registry)
                .increment();
    }

    private Counter answers(String stage) {
        return Counter.builder("linkerd_multus_webhook_answers")
                .description("Answers, by how far they got")
                .tag("stage", stage)
                .register(registry);
    }

    /** There is an answer, of whatever status. */
    void decided() {
        decided.increment();
    }

    /** It was handed over to be sent. */
    void queued() {
        queued.increment();
    }

    /** The socket has taken it. */
    void sent() {
        sent.increment();
    }

    void answered(Answer answer, long nanos) {
        Objects.requireNonNull(
                        Objects.requireNonNull(timers.get(answer.meters())).get(answer.result()))
                .record(nanos, TimeUnit.NANOSECONDS);
        if (answer.meters().byCause()) {
            decisions
                    .computeIfAbsent(new Ending(answer.result(), answer.cause()), this::counter)
                    .increment();
        }
    }

    private Counter counter(Ending ending) {
        return Counter.builder("linkerd_multus_webhook_decisions")
                .description("Reviews of pods, by how they ended and why")
                .tag("outcome", ending.result().label())
                .tag("reason", ending.cause().label())
                .register(registry);
    }

    void rejected(HttpStatus status) {
        Counter.builder("linkerd_multus_webhook_rejected_requests")
                .description("Requests that were no review, by HTTP status")
                .tag("status", Integer.toString(status.getCode()))
                .register(registry)
                .increment();
    }
}
