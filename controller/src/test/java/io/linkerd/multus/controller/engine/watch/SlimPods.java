// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import io.fabric8.kubernetes.api.model.Pod;

/** Slims pods as their watch does. */
public final class SlimPods {
    private final PodTraitsMemory traits = new PodTraitsMemory();

    public Pod slimmed(Pod pod) {
        traits.keep(pod);
        SlimPod.slim(pod);
        pod.getMetadata().setManagedFields(null);
        return pod;
    }

    /** Without traits, as they were kept before. */
    public static Pod withoutTraits(Pod pod) {
        SlimPod.slim(pod);
        pod.getMetadata().setManagedFields(null);
        return pod;
    }
}
