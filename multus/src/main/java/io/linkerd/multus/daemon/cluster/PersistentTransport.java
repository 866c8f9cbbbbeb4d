// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.ApiOutcome;
import io.linkerd.multus.service.kube.ApiReading;
import io.linkerd.multus.service.kube.ApiTransport;
import io.linkerd.multus.service.retry.Backoff;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Makes calls anew within their deadline where the API server is not there, has an error of its own, or asks to be left alone: then none is made until that
 * time has passed. For calls that may be made twice. How many it takes in a second is the API server's to say.
 */
final class PersistentTransport implements ApiTransport {
    /** That are open at once; more would wait in the API server, or on a connection each. */
    private static final int MOST = 64;

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(1));

    /** An attempt takes half of the time that is left, so that a connection that has gone silent leaves some for another, but no less than this. */
    private static final Duration SHORTEST = Duration.ofMillis(200);

    private static final int TOO_MANY_REQUESTS = 429;

    private final ApiTransport api;
    private final RandomGenerator random;
    private final LongSupplier nanos;
    private final Semaphore places = new Semaphore(MOST, true);
    private final AtomicLong alone;

    PersistentTransport(ApiTransport api, RandomGenerator random, LongSupplier nanos) {
        this.api = api;
        this.random = random;
        this.nanos = nanos;
        this.alone = new AtomicLong(nanos.getAsLong());
    }

    @Override
    public <T> ApiAnswer<T> ask(ApiCall call, Deadline deadline, ApiReading<T> reading) {
        var held = Duration.ofNanos(Math.max(0, alone.get() - nanos.getAsLong()));
        ApiAnswer<T> answer = ApiOutcome.unreachable("it wants to be left alone for " + held.toMillis() + " ms");
        if (!held.isZero() && !deadline.pauses(spread(held))) {
            return answer;
        }
        for (int attempt = 1; ; attempt++) {
            answer = attempt(call, deadline, reading);
            if (!(answer instanceof ApiAnswer.Failed<T>(var why)) || !isPassing(why)) {
                return answer;
            }
            if (!deadline.pauses(pause(why, attempt))) {
                return answer;
            }
        }
    }

    private <T> ApiAnswer<T> attempt(ApiCall call, Deadline caller, ApiReading<T> reading) {
        if (!caller.takes(places)) {
            return ApiOutcome.unreachable("no time was left to ask it");
        }
        var half = caller.left().dividedBy(2);
        var deadline = caller.atMost(half.compareTo(SHORTEST) < 0 ? SHORTEST : half);
        try (var _ = caller.during(deadline::abandon)) {
            return api.ask(call, deadline, reading);
        } finally {
            places.release();
        }
    }

    private static boolean isPassing(ApiFailure why) {
        return switch (why) {
            case ApiFailure.Unreachable _ -> true;
            case ApiFailure.Refused refused ->
                refused.status() == TOO_MANY_REQUESTS || refused.status() >= HttpURLConnection.HTTP_INTERNAL_ERROR;
            case ApiFailure.NotFound _,
                    ApiFailure.Conflict _,
                    ApiFailure.Unauthorized _,
                    ApiFailure.Forbidden _,
                    ApiFailure.NamespaceTerminating _ -> false;
        };
    }

    private Duration pause(ApiFailure why, int attempts) {
        if (why instanceof ApiFailure.Refused(var _, var _, var retryAfter) && retryAfter.isPresent()) {
            long until = nanos.getAsLong() + retryAfter.get().toNanos();
            alone.accumulateAndGet(until, (one, other) -> one - other > 0 ? one : other);
            return spread(retryAfter.get());
        }
        return BACKOFF.after(attempts, random);
    }

    /** Those who were sent away together come back one after the other, within a half more of the time. */
    private Duration spread(Duration time) {
        return Duration.ofNanos((long) (time.toNanos() * (1 + random.nextDouble() / 2)));
    }
}
