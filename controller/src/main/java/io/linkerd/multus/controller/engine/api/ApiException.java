// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.linkerd.multus.service.kube.ApiFailure;
import java.net.HttpURLConnection;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A request that the API server did not carry out; it ends the work on a key, and the reconcile loop knows what follows. */
public final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    /** A line of a log. */
    private static final int LONGEST_MESSAGE = 300;

    /** A disruption budget says no in this way, as a busy API server does. */
    public static final int TOO_MANY_REQUESTS = 429;

    /** It was too slow, or has too much to do. */
    private static final Set<Integer> PASSING =
            Set.of(HttpURLConnection.HTTP_CLIENT_TIMEOUT, TOO_MANY_REQUESTS, HttpURLConnection.HTTP_UNAVAILABLE);

    /** The API server names the budget among the causes, and nowhere else. */
    private static final String DISRUPTION_BUDGET = "DisruptionBudget";

    private final String permission;
    private final transient ApiFailure failure;

    private ApiException(String permission, ApiFailure failure, @Nullable KubernetesClientException cause) {
        super("cannot " + permission + ": " + failure.inWords(), cause);
        this.permission = permission;
        this.failure = failure;
    }

    /**
     * Sends a request.
     *
     * @param permission the RBAC verb and resource that it needs, as in {@code patch events}
     * @throws ApiException where it was not carried out
     */
    public static <T> T call(String permission, Supplier<T> request) {
        try {
            return request.get();
        } catch (KubernetesClientException e) {
            throw new ApiException(permission, failureOf(e), e);
        }
    }

    /** {@return that what was asked for is not as it was seen, which the answer says without an error} It is looked at again soon. */
    public static ApiException notAsSeen(String permission) {
        return of(permission, new ApiFailure.Conflict());
    }

    /** {@return that the API server did not carry out a call of another client} */
    public static ApiException of(String permission, ApiFailure failure) {
        return new ApiException(permission, failure, null);
    }

    /** {@return what the client's exception stands for, however deep the API server's answer lies in it} */
    public static ApiFailure failureOf(Throwable exception) {
        return answer(exception)
                .map(ApiException::answered)
                .orElseGet(() -> ApiFailure.Unreachable.because(innermost(exception)));
    }

    /** {@return the RBAC verb and resource that the request needs} */
    public String permission() {
        return permission;
    }

    /** {@return what went wrong} */
    public ApiFailure failure() {
        return failure;
    }

    /**
     * {@return whether the API server has looked at the request and refuses it} A quota or a policy says no, or a right is missing: it will say
     * so again until a person acts. That it is busy, that another writer was faster, and that a kind or namespace is not there are none.
     */
    public boolean isRefusal() {
        return status() >= HttpURLConnection.HTTP_BAD_REQUEST
                && status() < HttpURLConnection.HTTP_INTERNAL_ERROR
                && !PASSING.contains(status());
    }

    /**
     * {@return whether the API server failed at it} It passes as a rule, as where etcd or an aggregated server was away for a moment; where a
     * webhook of the cluster does not answer, it stays until a person acts.
     */
    public boolean isServerFailure() {
        return status() >= HttpURLConnection.HTTP_INTERNAL_ERROR && !PASSING.contains(status());
    }

    /** 0 where there was no answer, or one that has a meaning of its own. */
    private int status() {
        return switch (failure) {
            case ApiFailure.Forbidden _ -> HttpURLConnection.HTTP_FORBIDDEN;
            case ApiFailure.Refused(var status, var _, var _) -> status;
            case ApiFailure.NotFound _,
                    ApiFailure.Conflict _,
                    ApiFailure.Unauthorized _,
                    ApiFailure.NamespaceTerminating _,
                    ApiFailure.Unreachable _ -> 0;
        };
    }

    /** {@return what the API server says, in its own words where it has some: they name the quota, the policy, or the disruption budget} */
    public String words() {
        var status = answer(this).map(KubernetesClientException::getStatus);
        return status.map(Status::getDetails)
                .map(StatusDetails::getCauses)
                .flatMap(causes -> causes.stream()
                        .filter(cause -> DISRUPTION_BUDGET.equals(cause.getReason()))
                        .map(StatusCause::getMessage)
                        .filter(Objects::nonNull)
                        .findFirst())
                .or(() -> status.map(Status::getMessage).filter(message -> !message.isEmpty()))
                .map(ApiException::inShort)
                .orElseGet(failure::inWords);
    }

    private static Throwable innermost(Throwable exception) {
        var innermost = exception;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        return innermost;
    }

    private static Optional<KubernetesClientException> answer(Throwable exception) {
        for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
            // The client's own codes for answers that never came are 0 and -1.
            if (cause instanceof KubernetesClientException answered && answered.getCode() > 0) {
                return Optional.of(answered);
            }
        }
        return Optional.empty();
    }

    /** The server's reason is one word, without names of objects; its message, which names them, matters only for what we may not do. */
    private static ApiFailure answered(KubernetesClientException exception) {
        var status = Optional.ofNullable(exception.getStatus());
        if (exception.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
            return status.filter(ApiException::isNamespaceTerminating).isPresent()
                    ? new ApiFailure.NamespaceTerminating()
                    : new ApiFailure.Forbidden(status.map(Status::getMessage).orElse(""));
        }
        // Some answers have no reason, as that to an applied field which the schema of a CRD does not have.
        var reason = status.map(Status::getReason)
                .filter(word -> !word.isEmpty())
                .or(() -> status.map(Status::getMessage).map(ApiException::inShort));
        return ApiFailure.of(exception.getCode(), reason.orElse(""));
    }

    private static String inShort(String message) {
        return message.substring(0, Math.min(message.length(), LONGEST_MESSAGE)).replaceAll("\\s+", " ");
    }

    private static boolean isNamespaceTerminating(Status status) {
        return status.getDetails() != null
                && status.getDetails().getCauses().stream()
                        .anyMatch(cause -> "NamespaceTerminating".equals(cause.getReason()));
    }
}
