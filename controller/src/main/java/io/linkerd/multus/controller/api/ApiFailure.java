// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.api;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Optional;

/** Why the API server did not do what it was asked for. */
public sealed interface ApiFailure {

    /** We lack the permission; a person has to grant it. */
    record Forbidden() implements ApiFailure {}

    /** The namespace is being deleted; nothing can be made in it any more. */
    record NamespaceTerminating() implements ApiFailure {}

    /** Somebody was faster: the object is not any more as it was seen. */
    record Conflict() implements ApiFailure {}

    /** The object, its namespace or its kind does not exist. */
    record NotFound() implements ApiFailure {}

    /**
     * The server refused, or could not be reached.
     *
     * @param reason without names of objects, so that equal causes read equally
     */
    record Other(String reason) implements ApiFailure {}

    /** Gives the exception a name. */
    static ApiFailure of(KubernetesClientException exception) {
        return switch (exception.getCode()) {
            case HttpURLConnection.HTTP_FORBIDDEN ->
                isNamespaceTerminating(exception) ? new NamespaceTerminating() : new Forbidden();
            case HttpURLConnection.HTTP_CONFLICT -> new Conflict();
            case HttpURLConnection.HTTP_NOT_FOUND -> new NotFound();
            // The client's own codes for answers that never came.
            case 0, -1 -> new Other(innermost(exception));
            default ->
                new Other("HTTP " + exception.getCode()
                        + Optional.ofNullable(exception.getStatus())
                                .map(Status::getReason)
                                .map(reason -> " " + reason)
                                .orElse(""));
        };
    }

    /** In words, without names of objects. */
    default String text() {
        return switch (this) {
            case Forbidden _ -> "permission missing";
            case NamespaceTerminating _ -> "the namespace is being deleted";
            case Conflict _ -> "somebody else was faster";
            case NotFound _ -> "not found";
            case Other(var reason) -> reason;
        };
    }

    private static boolean isNamespaceTerminating(KubernetesClientException exception) {
        var status = exception.getStatus();
        return status != null
                && status.getDetails() != null
                && status.getDetails().getCauses().stream()
                        .anyMatch(cause -> "NamespaceTerminating".equals(cause.getReason()));
    }

    private static String innermost(Throwable exception) {
        Throwable innermost = exception;
        for (var cause = innermost.getCause(); cause != null; cause = cause.getCause()) {
            innermost = cause;
        }
        String message = innermost.getMessage();
        return innermost.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    }
}
