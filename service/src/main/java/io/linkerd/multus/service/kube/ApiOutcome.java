// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.json.MalformedJson;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** What became of an exchange with the API server, in the words of {@link ApiAnswer}, whichever client made it. */
public final class ApiOutcome {
    /** Of a {@code Status}, with its message. */
    private static final JsonLimits STATUS = JsonLimits.ofLength(1 << 20).build();

    private static final String WORDLESS = "without a message";

    /** The API server says one second; what stands before it may say anything. */
    private static final long LONGEST_RETRY_AFTER = 60;

    private ApiOutcome() {}

    /** An exchange, from its beginning to the end of its answer. */
    @FunctionalInterface
    public interface Exchange<T> {
        /** Makes it. */
        ApiAnswer<T> make() throws Exception;
    }

    /**
     * {@return the answer to an exchange} Whatever goes wrong, even before anything is sent, is a call without an answer.
     */
    public static <T> ApiAnswer<T> of(Exchange<T> exchange) {
        try {
            return exchange.make();
        } catch (MalformedJson malformed) {
            return unreachable("it answers in no JSON that was to be expected: " + malformed.reason());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return unreachable("interrupted");
        } catch (Exception failed) {
            return new ApiAnswer.Failed<>(ApiFailure.Unreachable.because(failed));
        }
    }

    /**
     * {@return what an answer says} It may be a Secret: problems repeat nothing of it, and of an exception that is not foreseen no more than its
     * class is told.
     */
    public static <T> ApiAnswer<T> read(ApiResponse response, ApiReading<T> reading) throws IOException, MalformedJson {
        if (response.status() < 200 || response.status() >= 300) {
            return new ApiAnswer.Failed<>(failure(response));
        }
        try {
            return new ApiAnswer.Answered<>(reading.read(response));
        } catch (RuntimeException unforeseen) {
            return unreachable(
                    "its answer cannot be read, " + unforeseen.getClass().getSimpleName());
        }
    }

    /** {@return that there was no answer, for this reason} */
    public static <T> ApiAnswer<T> unreachable(String reason) {
        return new ApiAnswer.Failed<>(new ApiFailure.Unreachable(reason));
    }

    /** What the {@code Status} tells that the API server answers with: its cause, else its code with its own words. */
    private static ApiFailure failure(ApiResponse response) throws IOException {
        return switch (JsonValue.read(response.body().readNBytes(STATUS.length() + 1), STATUS)) {
            case Result.Ok<JsonValue>(var status)
            when isOfTerminatingNamespace(status) -> new ApiFailure.NamespaceTerminating();
            case Result.Ok<JsonValue>(var status) ->
                failure(response, status.text("message").orElse(WORDLESS));
            case Result.Not<JsonValue> _ -> failure(response, WORDLESS);
        };
    }

    private static ApiFailure failure(ApiResponse response, String message) {
        return ApiFailure.of(response.status(), message) instanceof ApiFailure.Refused refused
                ? new ApiFailure.Refused(
                        refused.status(),
                        message,
                        response.header("Retry-After").flatMap(ApiOutcome::seconds))
                : ApiFailure.of(response.status(), message);
    }

    /** {@return the time that a header tells in seconds} None where it tells a date: no API server does. */
    private static Optional<Duration> seconds(String header) {
        try {
            return Optional.of(Duration.ofSeconds(Math.clamp(Long.parseLong(header.strip()), 0, LONGEST_RETRY_AFTER)));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    /** By its cause: the sentence is another one in other versions. */
    private static boolean isOfTerminatingNamespace(JsonValue status) {
        return status.items("details", "causes").stream()
                .anyMatch(cause -> cause.text("reason")
                        .filter("NamespaceTerminating"::equals)
                        .isPresent());
    }
}
