// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair.plan;

import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import io.linkerd.multus.controller.repair.plan.Unhelped.Why;
import java.util.Map;

/** What may become of a pod without rules, whatever was done before. */
sealed interface Look {
    /** It stays. */
    record Left(Unhelped unhelped) implements Look {}

    /**
     * Its owner would make another one.
     *
     * @param isServed whether the new one would find the plugin, as far as the installers tell
     * @param newest what it says of its lineage
     */
    record Owned(MeshPod pod, PodOwner owner, Descent descent, boolean isServed, Newest newest) implements Look {
        Replacement replacement(Map<String, Newest> all) {
            return new Replacement(pod, owner, descent, all.getOrDefault(descent.lineage(), newest));
        }
    }

    static Look at(MeshPod pod, Installers installers) {
        if (pod.stage().hasEnded()) {
            return new Left(new Unhelped(pod, Why.ENDED));
        }
        var node = pod.place().node();
        var place = pod.place();
        return pod.owner()
                .<Look>map(owner -> new Owned(
                        pod,
                        owner,
                        Descent.of(pod, owner),
                        installers.serve(node),
                        Newest.of(pod.created(), installers.served(node, place.started()))))
                .orElseGet(() -> new Left(new Unhelped(pod, pod.place().isStatic() ? Why.STATIC : Why.NO_OWNER)));
    }
}
