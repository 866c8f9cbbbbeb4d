// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import io.linkerd.multus.daemon.networks.PodAnnotations;
import java.util.Optional;

/**
 * A pod as the API server has it.
 *
 * @param uid of the object; for the mirror of a static pod not the one that the runtime knows
 * @param staticUid by which the runtime knows a static pod, from whose file the kubelet works it out; none for a pod of the API server
 */
public record NodePod(
        String namespace, String name, String uid, PodAnnotations annotations, Optional<StaticUid> staticUid) {

    /** What the kubelet says of a static pod's uid; an empty one where it says nothing. */
    public record StaticUid(String value) {}

    /** {@return whether the runtime means this pod, and no earlier or later one of the name} */
    boolean isCertainly(String runtimesUid) {
        return runtimesUid.isEmpty()
                || runtimesUid.equals(uid)
                || staticUid.map(StaticUid::value).filter(runtimesUid::equals).isPresent();
    }

    /** {@return whether the runtime may mean this pod} The mirror of a static pod may be of an earlier file than the pod. */
    boolean isPossibly(String runtimesUid) {
        return isCertainly(runtimesUid) || staticUid.isPresent();
    }
}
