// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.pods.plan.MeshPod.Stage;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Pods of one workload.
 *
 * @param chain their owners, that of the pods first, the one that has none last; empty for a pod without an owner
 * @param pods those that have not ended, each with its traits; at least one unless the workload is watched
 */
record PodGroup(String namespace, List<PodOwner> chain, List<MeshPod> pods) {
    PodGroup {
        chain = List.copyOf(chain);
        pods = List.copyOf(pods);
    }

    /** {@return that of a workload that has no pods} */
    static PodGroup without(SeenWorkload seen) {
        return new PodGroup(
                seen.subject().namespace(),
                Stream.concat(Stream.of(seen.asOwner()), seen.owner().stream()).toList(),
                List.of());
    }

    /** {@return the owner that is the workload; empty for a pod without one} */
    Optional<PodOwner> workload() {
        return workload(chain);
    }

    /** {@return of a chain of owners the one that has the pod template, and that a person knows} */
    static Optional<PodOwner> workload(List<PodOwner> chain) {
        return chain.reversed().stream()
                .filter(owner ->
                        WorkloadKind.of(owner).filter(WorkloadKind::isWatched).isPresent())
                .findFirst()
                .or(() -> chain.isEmpty() ? Optional.empty() : Optional.of(chain.getLast()));
    }

    /** {@return those that are not being deleted} */
    Stream<MeshPod> alive() {
        return pods.stream().filter(pod -> pod.stage() == Stage.ALIVE);
    }
}
