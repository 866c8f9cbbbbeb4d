// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.linkerd.multus.service.api.ApiAnswer;
import io.linkerd.multus.service.api.ApiFailure;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Answers of the API server, remembered for a while so that not each pod asks, and for longer while it does not answer. */
final class Answers<T> {
    /** Whoever makes pods chooses what is asked for; beyond these it is asked for each time. */
    private static final int MOST = 200;

    private final Duration fresh;
    private final LongSupplier nanos;
    private final Map<String, Remembered<T>> known = new ConcurrentHashMap<>();

    private record Remembered<T>(long nanos, ApiAnswer<T> answer) {}

    Answers(Duration fresh, LongSupplier nanos) {
        this.fresh = fresh;
        this.nanos = nanos;
    }

    /**
     * {@return the answer to a question} Where none is to be had, what was known before is asked for again only after a while; where there
     * is no time to ask, it stays as old as it is.
     */
    ApiAnswer<T> get(String key, Deadline deadline, Supplier<ApiAnswer<T>> question) {
        long now = nanos.getAsLong();
        var before = known.get(key);
        if (before != null && (isFresh(before, now) || deadline.left().isZero())) {
            return before.answer();
        }
        var answer = question.get();
        if (isKnowledge(answer)) {
            remember(key, new Remembered<>(now, answer));
            return answer;
        }
        if (before == null) {
            return answer;
        }
        remember(key, new Remembered<>(now, before.answer()));
        return before.answer();
    }

    private void remember(String key, Remembered<T> answer) {
        if (known.size() >= MOST) {
            known.values().removeIf(other -> !isFresh(other, answer.nanos()));
        }
        if (known.size() < MOST || known.containsKey(key)) {
            known.put(key, answer);
        }
    }

    private boolean isFresh(Remembered<T> answer, long now) {
        return now - answer.nanos() < fresh.toNanos();
    }

    /** {@return whether the API server has said how it is} */
    static boolean isKnowledge(ApiAnswer<?> answer) {
        return switch (answer) {
            case ApiAnswer.Answered<?> _ -> true;
            case ApiAnswer.Failed<?>(var why) -> why instanceof ApiFailure.NotFound;
        };
    }
}
