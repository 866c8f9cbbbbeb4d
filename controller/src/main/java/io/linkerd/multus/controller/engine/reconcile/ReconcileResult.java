// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.reconcile;

import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.service.kube.ApiFailure;
import java.time.Duration;

/** How the work on a key ended. */
public sealed interface ReconcileResult {
    /** The event that tells about the other writer is on its way; this is for the case that it was lost. */
    Duration AFTER_CONFLICT = Duration.ofMillis(200);

    /** The world is as it should be, or something else will report the next change. */
    record Settled() implements ReconcileResult {}

    /**
     * Nothing failed, but a second look is needed after some time.
     *
     * @param after how long to wait
     */
    record Requeue(Duration after) implements ReconcileResult {}

    /**
     * It did not work; the loop tries again with back-off.
     *
     * @param reason for the log, without the key: what is equal is logged once a minute
     * @param serverSays the API server's own words, which may name the key; empty where it said none
     * @param needsPerson whether it repeats until a person acts
     */
    record Failed(String reason, String serverSays, boolean needsPerson) implements ReconcileResult {}

    /** {@return what becomes of a key in whose work the API server did not do what it was asked for} */
    static ReconcileResult of(ApiException exception) {
        var permission = exception.permission();
        return switch (exception.failure()) {
            case ApiFailure.NamespaceTerminating _ -> new Settled();
            case ApiFailure.Conflict _ -> new Requeue(AFTER_CONFLICT);
            // A right that is missing, a quota that is used up, a policy: only the server's words tell which.
            case ApiFailure.Forbidden(var message) -> new Failed(permission + ": forbidden", message, true);
            case ApiFailure.NotFound _, ApiFailure.Unauthorized _, ApiFailure.Refused _, ApiFailure.Unreachable _ ->
                new Failed(permission + ": " + exception.failure().inWords(), "", false);
        };
    }

    /** {@return its label in metrics} */
    default String label() {
        return switch (this) {
            case Settled _ -> "settled";
            case Requeue _ -> "look-again";
            case Failed _ -> "failed";
        };
    }
}
