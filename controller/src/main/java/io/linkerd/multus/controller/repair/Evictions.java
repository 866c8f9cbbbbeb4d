// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import io.linkerd.multus.contracts.plans.PodFacts;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.ObjectWrites;
import io.linkerd.multus.controller.engine.api.Precondition;
import io.linkerd.multus.service.kube.ApiFailure;
import java.net.HttpURLConnection;
import java.util.Map;
import java.util.function.Supplier;

/** Has pods go, on the condition that they are as they were seen: another pod of the name, or a change, and nothing is done. */
record Evictions(ObjectWrites writes) {
    /** A disruption budget says no in this way, as a busy API server does. */
    private static final int TOO_MANY_REQUESTS = 429;

    /**
     * {@return what became of it} It is deleted only where the API server serves no evictions; a budget's no is not gone around.
     *
     * @throws ApiException where nobody knows, or a right is missing
     */
    Eviction evict(PodFacts pod) {
        return unlessChanged(() -> {
            try {
                writes.evict(
                        pod.namespace(),
                        pod.name(),
                        Map.of("uid", pod.uid(), "resourceVersion", pod.resourceVersion()));
                return Eviction.EVICTED;
            } catch (ApiException e) {
                if (mayBeUnserved(e.failure())) {
                    return delete(pod);
                }
                throw e;
            }
        });
    }

    private Eviction delete(PodFacts pod) {
        writes.deletePod(pod.namespace(), pod.name(), asSeen(pod));
        return Eviction.DELETED;
    }

    private static Precondition.AsSeen asSeen(PodFacts pod) {
        return new Precondition.AsSeen(pod.uid(), pod.resourceVersion());
    }

    /** Where the pod itself is not found, its deletion will say so, too. */
    private static boolean mayBeUnserved(ApiFailure failure) {
        return failure instanceof ApiFailure.NotFound || isStatus(failure, HttpURLConnection.HTTP_BAD_METHOD);
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
