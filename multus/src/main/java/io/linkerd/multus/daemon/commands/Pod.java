// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.daemon.networks.PodAnnotations;
import io.linkerd.multus.daemon.networks.PodIdentity;

/**
 * A pod as the API server has it.
 *
 * @param identity with the UID of the object, which for the mirror of a static pod is not the one that the container runtime knows
 * @param isStatic whether it mirrors a pod that kubelet runs by itself
 */
public record Pod(PodIdentity identity, PodAnnotations annotations, boolean isStatic) {
    /** Where kubelet has a pod from; {@code api} or none where that is the API server. */
    public static final String SOURCE = "kubernetes.io/config.source";

    /** {@return whether a container runtime that names the pod so means this one} It may not know a UID. */
    boolean is(PodIdentity named) {
        return named.uid().isEmpty() || isStatic || named.uid().equals(identity.uid());
    }
}
