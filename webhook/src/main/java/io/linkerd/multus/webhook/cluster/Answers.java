// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiFailure;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Answers of the API server, remembered for a while so that not each pod asks, and for longer while it does not answer. Of those who want
 * to know the same at once, one asks.
 */
final class Answers<T> {
    /** What is made is wanted at once, and names of nothing are made up quicker than they could be remembered. */
    private static final Duration MISSING_STAYS = Duration.ofSeconds(1);

    /** What nobody has confirmed. As long as that, not each pod waits for an answer that does not come. */
    private static final Duration BELIEVED_STAYS = Duration.ofSeconds(1);

    /** No question is open for longer: {@code LookUps} give it up before. */
    private static final Duration OPEN = Duration.ofSeconds(2);

    /** For so long what has just been fresh is gone by while somebody asks. */
    private static final Duration GONE_BY = Duration.ofSeconds(10);

    private final Duration fresh;
    private final LongSupplier nanos;
    private final Shelf<Remembered<T>> known;

    /** Apart from what there is, whose places nobody can take by asking for what there is not. */
    private final Shelf<ApiAnswer<T>> missing;

    /** Of what is fresh no more, what somebody was sent to ask for. */
    private final Shelf<Boolean> renewed;

    private final Map<String, CompletableFuture<Optional<ApiAnswer<T>>>> open = new ConcurrentHashMap<>();

    /** Something that is known from elsewhere, and when it was so. */
    record Known<T>(T value, long nanos) {}

    /** An answer, and when it was given. */
    private record Remembered<T>(ApiAnswer.Answered<T> answer, long given) {
        Known<T> known() {
            return new Known<>(answer.value(), given);
        }
    }

    Answers(Duration fresh, LongSupplier nanos) {
        this.fresh = fresh;
        this.nanos = nanos;
        this.known = new Shelf<>(nanos);
        this.missing = new Shelf<>(nanos);
        this.renewed = new Shelf<>(nanos);
    }

    /** What is wanted until when: {@code asked} has the API server asked, {@code elsewhere} tells what is known otherwise. */
    private record Question<T>(
            String key, Deadline deadline, Supplier<ApiAnswer<T>> asked, Supplier<Optional<Known<T>>> elsewhere) {}

    /** {@return the answer to a question, of which nothing is known from elsewhere} */
    ApiAnswer<T> get(String key, Deadline deadline, Supplier<ApiAnswer<T>> question) {
        return get(key, deadline, question, Optional::empty);
    }

    /**
     * {@return the answer to a question} Where none is to be had, the last that is known to have been there counts, and it is asked for again
     * only after a while. That something was missing once says nothing then.
     */
    ApiAnswer<T> get(
            String key, Deadline deadline, Supplier<ApiAnswer<T>> asked, Supplier<Optional<Known<T>>> elsewhere) {
        var question = new Question<>(key, deadline, asked, elsewhere);
        while (true) {
            var fresh = fresh(key);
            if (fresh.isPresent()) {
                return fresh.get();
            }
            if (deadline.left().isZero()) {
                return last(question)
                        .<ApiAnswer<T>>map(last -> new ApiAnswer.Answered<>(last.value()))
                        .orElseGet(asked);
            }
            var mine = new CompletableFuture<Optional<ApiAnswer<T>>>();
            var theirs = open.putIfAbsent(key, mine);
            if (theirs == null) {
                return ask(question, mine);
            }
            var answer = await(theirs, deadline);
            if (answer.isPresent()) {
                return answer.get();
            }
        }
    }

    /** Tells those who wait for the same; nothing where the caller has gone away, for which the API server can do nothing. */
    private ApiAnswer<T> ask(Question<T> question, CompletableFuture<Optional<ApiAnswer<T>>> waiting) {
        var told = Optional.<ApiAnswer<T>>empty();
        try {
            var answer = fresh(question.key()).orElseGet(() -> ask(question));
            told = Optional.of(answer)
                    .filter(_ -> fresh(question.key()).isPresent()
                            || !question.deadline().left().isZero());
            return answer;
        } finally {
            open.remove(question.key(), waiting);
            waiting.complete(told);
        }
    }

    private ApiAnswer<T> ask(Question<T> question) {
        var answer = question.asked().get();
        if (isKnowledge(answer)) {
            remember(question.key(), answer);
            return answer;
        }
        var last = last(question);
        if (last.isEmpty()) {
            return answer;
        }
        var believed = new ApiAnswer.Answered<>(last.get().value());
        if (!question.deadline().left().isZero()) {
            known.put(question.key(), new Remembered<>(believed, last.get().nanos()), BELIEVED_STAYS);
        }
        return believed;
    }

    private Optional<Known<T>> last(Question<T> question) {
        var before = known.last(question.key()).map(Remembered::known);
        return Stream.concat(before.stream(), question.elsewhere().get().stream())
                .reduce((one, other) -> one.nanos() - other.nanos() > 0 ? one : other);
    }

    /** {@return what somebody else is told} Nothing where that is of no use, or this caller has gone away. */
    private static <A> Optional<ApiAnswer<A>> await(
            CompletableFuture<Optional<ApiAnswer<A>>> theirs, Deadline deadline) {
        var answer = theirs.copy();
        try (var _ = deadline.during(() -> answer.complete(Optional.empty()))) {
            return answer.get(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            return Optional.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.of(new ApiAnswer.Failed<>(new ApiFailure.Unreachable("interrupted while waiting for it")));
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** {@return what was answered a moment ago} */
    Optional<ApiAnswer<T>> fresh(String key) {
        return known.fresh(key).<ApiAnswer<T>>map(Remembered::answer).or(() -> missing.fresh(key));
    }

    /**
     * {@return an answer for a caller who does not wait} Of those who come when it is fresh no more the first gets none, and has to ask; the others
     * go by it meanwhile. They would wait by the hundred, each with its request in memory.
     */
    Optional<ApiAnswer<T>> atOnce(String key) {
        var now = fresh(key);
        var recent = known.recent(key, GONE_BY);
        if (now.isPresent() || recent.isEmpty()) {
            return now;
        }
        if (renewed.fresh(key).isEmpty()) {
            renewed.put(key, true, OPEN);
            return Optional.empty();
        }
        return recent.map(Remembered::answer);
    }

    private void remember(String key, ApiAnswer<T> answer) {
        switch (answer) {
            case ApiAnswer.Answered<T> there -> {
                known.put(key, new Remembered<>(there, nanos.getAsLong()), fresh);
                missing.remove(key);
            }
            case ApiAnswer.Failed<T> not -> {
                missing.put(key, not, MISSING_STAYS);
                known.remove(key);
            }
        }
    }

    /** {@return whether the API server has said how it is} */
    static boolean isKnowledge(ApiAnswer<?> answer) {
        return switch (answer) {
            case ApiAnswer.Answered<?> _ -> true;
            case ApiAnswer.Failed<?>(var why) -> why instanceof ApiFailure.NotFound;
        };
    }
}
