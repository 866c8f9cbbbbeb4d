// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what the API server is asked, and knows for how long it wants to be left alone: it sheds load by 429 with {@code Retry-After}, and
 * means the whole client, not the one object.
 */
public final class ApiTraffic implements Interceptor {
    private static final Logger log = LoggerFactory.getLogger(ApiTraffic.class);

    private static final int TOO_MANY_REQUESTS = 429;
    private static final String RETRY_AFTER = "Retry-After";
    /** A disruption budget says no in the same way, and about one pod. */
    private static final String EVICTION = "/eviction";
    /** Priority and fairness says a second; whoever says an hour would have nobody's attachment kept for it. */
    private static final long MOST_SECONDS = 30;

    private static final String NO_ANSWER = "none";

    private final MeterRegistry meters;
    private final LongSupplier nanoClock;
    private final AtomicReference<Optional<Long>> busyUntil = new AtomicReference<>(Optional.empty());

    /** Counts in {@code meters}. */
    public ApiTraffic(MeterRegistry meters, LongSupplier nanoClock) {
        this.meters = meters;
        this.nanoClock = nanoClock;
    }

    /** {@return whether the API server has asked to be left alone until later than now} */
    public boolean isHeldBack() {
        return busyUntil
                .get()
                .filter(until -> until - nanoClock.getAsLong() > 0)
                .isPresent();
    }

    @Override
    public void after(HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        count(request, Integer.toString(response.code()));
        if (response.code() == TOO_MANY_REQUESTS && !request.uri().getPath().endsWith(EVICTION)) {
            Optional.ofNullable(response.header(RETRY_AFTER)).ifPresent(this::holdBack);
        }
    }

    @Override
    public void afterConnectionFailure(HttpRequest request, Throwable failure) {
        count(request, NO_ANSWER);
    }

    private void count(HttpRequest request, String code) {
        meters.counter("linkerd_multus_controller_api_requests", "verb", verb(request), "code", code)
                .increment();
    }

    /** As in RBAC, as far as method and query tell. */
    private static String verb(HttpRequest request) {
        return switch (request.method()) {
            case "GET" -> WatchRequests.is(request) ? "watch" : "get";
            case "POST" -> "create";
            case "PUT" -> "update";
            default -> request.method().toLowerCase(Locale.ROOT);
        };
    }

    private void holdBack(String retryAfter) {
        long seconds = seconds(retryAfter);
        log.atDebug().addKeyValue("seconds", seconds).log("the API server is busy; leaving it alone");
        busyUntil.set(
                Optional.of(nanoClock.getAsLong() + Duration.ofSeconds(seconds).toNanos()));
    }

    /** RFC 9110 allows a date, too, which no API server sends. */
    private static long seconds(String retryAfter) {
        try {
            return Math.clamp(Long.parseLong(retryAfter.strip()), 0, MOST_SECONDS);
        } catch (NumberFormatException _) {
            return 1;
        }
    }
}
