// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair.plan;

import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import java.util.Map;

/**
 * A pod, and the owner that makes another one.
 *
 * @param descent whose successor the pod may be
 * @param newest how new the pods of its lineage are that are without rules
 */
public record Replacement(MeshPod pod, PodOwner owner, Descent descent, Newest newest) implements Look {
    /** {@return a pod of that owner} */
    public static Replacement of(MeshPod pod, PodOwner owner, Newest newest) {
        return new Replacement(pod, owner, Descent.of(pod, owner), newest);
    }

    /** {@return the same, where all pods of its lineage are known} */
    Replacement amongAll(Map<String, Newest> newestOfLineages) {
        return new Replacement(pod, owner, descent, newestOfLineages.getOrDefault(descent.lineage(), newest));
    }
}
