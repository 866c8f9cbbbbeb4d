// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import io.linkerd.multus.contracts.plans.PodFacts;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.ObjectWrites;
import io.linkerd.multus.service.kube.ApiFailure;
import java.util.Map;
import java.util.function.Supplier;

/** Has pods go, on the condition that they are as they were seen: another pod of the name, or a change, and nothing is done. */
record Evictions(ObjectWrites writes) {
    /** A disruption budget says no in this way, as a busy API server does. */
    private static final int TOO_MANY_REQUESTS = 429;

    /**
     * {@return what became of it} No pod is deleted, whatever the API server answers: every supported one serves evictions, and a budget's
     * no is not gone around.
     *
     * @throws ApiException where nobody knows, or a right is missing
     */
    Eviction evict(PodFacts pod) {
        return unlessChanged(() -> {
            writes.evict(pod.namespace(), pod.name(), Map.of("uid", pod.uid(), "resourceVersion", pod.resourceVersion()));
            return Eviction.EVICTED;
        });
    }

    private static boolean isStatus(ApiFailure failure, int status) {
        return failure instanceof ApiFailure.Refused refused && refused.status() == status;
    }

    private static Eviction unlessChanged(Supplier<Eviction> request) {
        try {
            return request.get();
        } catch (ApiException e) {
            if (isStatus(e.failure(), TOO_MANY_REQUESTS)) {
                return Eviction.REFUSED;
            }
            if (e.failure() instanceof ApiFailure.NotFound
                    || e.failure() instanceof ApiFailure.Conflict
                    || e.failure() instanceof ApiFailure.NamespaceTerminating) {
                return Eviction.CHANGED;
            }
            throw e;
        }
    }
}
