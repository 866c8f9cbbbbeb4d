// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair.plan;

import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.repair.plan.Unhelped.Why;

/** What becomes of a pod without rules: it stays, or its owner would make another one. */
sealed interface Look permits Unhelped, Replacement {
    /** {@return what may become of it, whatever was done before} */
    static Look at(MeshPod pod, Installers installers) {
        if (pod.stage().hasEnded()) {
            return new Unhelped(pod, Why.ENDED);
        }
        var place = pod.place();
        return pod.owner()
                .<Look>map(owner -> Replacement.of(
                        pod, owner, Newest.of(pod.created(), installers.served(place.node(), place.started()))))
                .orElseGet(() -> new Unhelped(pod, place.isStatic() ? Why.STATIC : Why.NO_OWNER));
    }
}
