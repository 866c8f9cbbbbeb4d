// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.engine.watch.UnreadObjects.Unread;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import io.linkerd.multus.service.kube.SharedValues;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;

/** ReplicaSets that have pods and no owner. There are few, so each is read when one of its pods has changed, and is not watched. */
final class BareReplicaSets {
    private static final ApiResource<GenericKubernetesResource> RESOURCE = WorkloadKind.REPLICA_SET.resource();

    private final KubernetesClient client;
    private final SharedValues<SeenWorkload> room;
    private final ConcurrentMap<String, Read> read = new ConcurrentHashMap<>();

    /** With {@code unread} in place of the value where there is no room for it. */
    private record Read(int pods, Optional<SeenWorkload> seen, Optional<Unread> unread) {}

    /** {@code room} is what they share with the workloads that are watched. */
    BareReplicaSets(KubernetesClient client, SharedValues<SeenWorkload> room) {
        this.client = client;
        this.room = room;
    }

    /** {@return the one that owns these pods; empty where it is gone, or its namespace has no room for it} */
    Optional<SeenWorkload> of(PodGroup group) {
        var owner = group.workload().orElseThrow();
        // Each update of a pod's status has a resourceVersion of its own, and is no reason to read the ReplicaSet
        // again.
        int pods = group.pods().stream()
                .mapToInt(pod -> Objects.hash(pod.uid(), pod.stage(), pod.traits()))
                .sum();
        return read.compute(owner.uid(), (_, before) -> {
                    if (before != null && before.pods() == pods) {
                        return before;
                    }
                    var seen = read(group.namespace(), owner);
                    Optional.ofNullable(before).ifPresent(this::release);
                    var kept = seen.flatMap(one -> room.take(group.namespace(), one));
                    var unread = seen.filter(_ -> kept.isEmpty())
                            .map(_ -> new Unread(RESOURCE.inRbac(), group.namespace(), owner.name()));
                    return new Read(pods, kept, unread);
                })
                .seen();
    }

    private Optional<SeenWorkload> read(String namespace, PodOwner owner) {
        return RESOURCE.read(client, namespace, owner.name())
                .map(object -> WorkloadReading.of(object, WorkloadKind.REPLICA_SET))
                .filter(seen -> seen.subject().uid().equals(owner.uid()));
    }

    /** {@return those that there is no room for} */
    Stream<Unread> unread() {
        return read.values().stream().flatMap(one -> one.unread().stream());
    }

    private void release(Read one) {
        one.seen().ifPresent(seen -> room.release(seen.subject().namespace(), seen));
    }

    /** Forgets all but those of these uids. */
    void retain(Set<String> uids) {
        read.entrySet().removeIf(entry -> {
            boolean goes = !uids.contains(entry.getKey());
            if (goes) {
                release(entry.getValue());
            }
            return goes;
        });
    }
}
