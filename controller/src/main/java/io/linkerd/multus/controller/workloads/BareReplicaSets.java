// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.contracts.plans.PodOwner;
import io.linkerd.multus.service.kube.SharedValues;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** ReplicaSets that have pods and no owner. There are few, so each is read when one of its pods has changed, and is not watched. */
final class BareReplicaSets {
    private final KubernetesClient client;
    private final ConcurrentMap<String, Read> read = new ConcurrentHashMap<>();

    private record Read(int pods, Optional<SeenWorkload> seen) {}

    BareReplicaSets(KubernetesClient client) {
        this.client = client;
    }

    /** {@return the one that owns these pods; empty where it is gone, or too large to be kept} */
    Optional<SeenWorkload> of(PodGroup group) {
        var owner = group.workload().orElseThrow();
        int pods = Set.copyOf(group.pods()).hashCode();
        return read.compute(
                        owner.uid(),
                        (_, before) -> before != null && before.pods() == pods
                                ? before
                                : new Read(pods, read(group.namespace(), owner)))
                .seen();
    }

    private Optional<SeenWorkload> read(String namespace, PodOwner owner) {
        return WorkloadKind.REPLICA_SET
                .resource()
                .read(client, namespace, owner.name())
                .map(object -> WorkloadReading.of(object, WorkloadKind.REPLICA_SET))
                .filter(seen -> seen.subject().uid().equals(owner.uid()) && isSmall(seen));
    }

    private static boolean isSmall(SeenWorkload seen) {
        return seen.weight().texts().stream().mapToInt(String::length).sum() <= SharedValues.ALWAYS;
    }

    /** Forgets all but those of these uids. */
    void retain(Set<String> uids) {
        read.keySet().retainAll(uids);
    }
}
