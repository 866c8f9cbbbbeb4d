// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.ObjectWrites;
import io.linkerd.multus.controller.pods.plan.MeshPod;
import java.util.Map;

/** Has pods go, on the condition that they are as they were seen: another pod of the name, or a change, and nothing is done. */
record Evictions(ObjectWrites writes) {
    /**
     * {@return what became of it} No pod is deleted, whatever the API server answers: every supported one serves evictions, and a budget's
     * no is not gone around.
     *
     * @throws ApiException where nobody knows
     */
    Eviction evict(MeshPod pod) {
        try {
            writes.evict(
                    pod.namespace(), pod.name(), Map.of("uid", pod.uid(), "resourceVersion", pod.resourceVersion()));
            return new Eviction.Evicted();
        } catch (ApiException e) {
            return Eviction.of(e);
        }
    }
}
