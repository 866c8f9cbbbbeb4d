// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.api;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.linkerd.multus.controller.work.Outcome;
import java.time.Duration;
import java.util.function.Supplier;

/** A request that the API server did not carry out. */
public final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    /** The event that tells about the other writer is on its way; this is for the case that it was lost. */
    private static final Duration AFTER_CONFLICT = Duration.ofMillis(200);

    private final String permission;
    private final transient ApiFailure failure;

    private ApiException(String permission, ApiFailure failure, KubernetesClientException cause) {
        super("cannot " + permission + ": " + failure.text(), cause);
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
            throw new ApiException(permission, ApiFailure.of(e), e);
        }
    }

    /** What went wrong. */
    public ApiFailure failure() {
        return failure;
    }

    /** What becomes of the key in whose work this happened. */
    public Outcome outcome() {
        return switch (failure) {
            case ApiFailure.Forbidden _ ->
                new Outcome.Failed("permission missing: the controller's ClusterRole must allow " + permission, true);
            case ApiFailure.NamespaceTerminating _ -> new Outcome.Settled();
            case ApiFailure.Conflict _ -> new Outcome.LookAgain(AFTER_CONFLICT);
            case ApiFailure.NotFound _ -> new Outcome.Failed("not found: " + permission, false);
            case ApiFailure.Other(var reason) -> new Outcome.Failed(permission + ": " + reason, false);
        };
    }
}
