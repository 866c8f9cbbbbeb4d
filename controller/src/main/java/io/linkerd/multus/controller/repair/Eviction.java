// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.service.kube.ApiFailure;

/** What became of a pod that was to go. */
sealed interface Eviction {
    /** It goes. */
    record Evicted() implements Eviction {}

    /**
     * Not now: a disruption budget, a policy, a right that is missing, or a busy API server.
     *
     * @param words the API server's
     */
    record Refused(String words) implements Eviction {}

    /** It has changed since it was seen, or has gone: nothing was done. */
    record Changed() implements Eviction {}

    /**
     * {@return what it means that the API server did not do something that belongs to it}
     *
     * @throws ApiException where nobody knows what became of the pod
     */
    static Eviction of(ApiException e) {
        return switch (e.failure()) {
            case ApiFailure.NotFound _, ApiFailure.Conflict _, ApiFailure.NamespaceTerminating _ -> new Changed();
            case ApiFailure.Forbidden _, ApiFailure.Refused _ -> new Refused(e.words());
            case ApiFailure.Unauthorized _, ApiFailure.Unreachable _ -> throw e;
        };
    }

    /** {@return its label in metrics} */
    default String label() {
        return switch (this) {
            case Evicted _ -> "evicted";
            case Refused _ -> "refused";
            case Changed _ -> "changed";
        };
    }
}
