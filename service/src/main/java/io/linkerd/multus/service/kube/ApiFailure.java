// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Optional;

/** Why the API server did not do what it was asked for. */
public sealed interface ApiFailure {
    /** The object, its namespace or its kind does not exist. */
    record NotFound() implements ApiFailure {}

    /** Somebody was faster: the object is not any more as it was seen, or is there already. */
    record Conflict() implements ApiFailure {}

    /** The server does not know who calls: the token is no good, or not any more. */
    record Unauthorized() implements ApiFailure {}

    /**
     * The caller may not do this: a right is missing, a quota is used up, or a policy denies it.
     *
     * @param message the server's words, which tell which of them it is
     */
    record Forbidden(String message) implements ApiFailure {}

    /** The namespace is being deleted; nothing can be made in it any more. */
    record NamespaceTerminating() implements ApiFailure {}

    /**
     * Any other answer: 422, 429, 5xx.
     *
     * @param message the server's words
     * @param retryAfter for how long the server wants to be left alone, where it says so
     */
    record Refused(int status, String message, Optional<Duration> retryAfter) implements ApiFailure {
        public Refused(int status, String message) {
            this(status, message, Optional.empty());
        }
    }

    /**
     * There was no answer, or none that could be understood, within the time allowed.
     *
     * @param reason without names of objects, so that equal causes read equally
     */
    record Unreachable(String reason) implements ApiFailure {
        /** {@return there was none because of this} Messages of exceptions are often missing, or senseless without their class. */
        public static Unreachable because(Throwable exception) {
            var message = exception.getMessage();
            return new Unreachable(exception.getClass().getSimpleName() + (message == null ? "" : ": " + message));
        }
    }

    /** {@return the failure that an HTTP status stands for} */
    static ApiFailure of(int status, String message) {
        return switch (status) {
            case HttpURLConnection.HTTP_NOT_FOUND -> new NotFound();
            case HttpURLConnection.HTTP_CONFLICT -> new Conflict();
            case HttpURLConnection.HTTP_UNAUTHORIZED -> new Unauthorized();
            case HttpURLConnection.HTTP_FORBIDDEN -> new Forbidden(message);
            default -> new Refused(status, message);
        };
    }

    /** {@return the failure in words, to follow a colon} */
    default String inWords() {
        return switch (this) {
            case NotFound _ -> "not found";
            case Conflict _ -> "another client was faster";
            case Unauthorized _ -> "the API server does not accept our token";
            case Forbidden(var message) -> "forbidden: " + message;
            case NamespaceTerminating _ -> "the namespace is being deleted";
            case Refused(var status, var message, var _) -> "the API server answers " + status + " " + message;
            case Unreachable(var reason) -> "the API server cannot be reached: " + reason;
        };
    }
}
