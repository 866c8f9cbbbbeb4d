// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.pods.plan.InjectedParts;
import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.pods.plan.PodTraits;
import io.linkerd.multus.controller.pods.plan.TrustAnchors;
import io.linkerd.multus.controller.rollouts.plan.Hindrance;
import io.linkerd.multus.controller.rollouts.plan.RestartWay;
import io.linkerd.multus.controller.rollouts.plan.TrustChange;
import io.linkerd.multus.controller.rollouts.plan.Workload;
import io.linkerd.multus.controller.rollouts.plan.Workload.Role;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All workloads with meshed pods, and the three of the control plane, as they were seen at one moment.
 *
 * @param workloads by their uids
 * @param change what all namespaces have in common of the change that new pods get
 * @param trust why no restart may begin for the sake of trust
 * @param complete whether all owners were known
 */
record WorkloadSnapshot(
        Map<String, Workload> workloads, ChangeDigest change, Optional<Hindrance> trust, boolean complete) {
    /** Before anything was seen. */
    static final WorkloadSnapshot NONE = new WorkloadSnapshot(Map.of(), new ChangeDigest(""), Optional.empty(), false);

    WorkloadSnapshot {
        workloads = Map.copyOf(workloads);
    }

    /**
     * {@return what all pods and all that is watched come to}
     *
     * @param watched workloads by their uids
     * @param bare reads the ReplicaSet of a group that has no other owner
     */
    static WorkloadSnapshot of(
            PodGroups pods,
            Map<String, SeenWorkload> watched,
            ChangeDigest change,
            Function<PodGroup, Optional<SeenWorkload>> bare,
            WorkloadBuilder builder) {
        var groups = new HashMap<>(pods.groups());
        watched.values().stream()
                .filter(seen -> builder.role(seen) != Role.DATA_PLANE)
                .forEach(seen -> groups.putIfAbsent(seen.subject().uid(), PodGroup.without(seen)));
        var workloads = new HashMap<String, Workload>();
        var leftAlone = new HashSet<String>();
        groups.forEach((uid, group) -> {
            var kind = group.workload().flatMap(WorkloadKind::of);
            var seen = kind.flatMap(
                    known -> known.isWatched() ? Optional.ofNullable(watched.get(uid)) : bare.apply(group));
            seen.filter(one -> one.template().leftAlone()).ifPresent(_ -> leftAlone.add(uid));
            // One of a kind that is watched, and that the watch has not told of yet, comes soon.
            if (kind.isEmpty() || seen.isPresent()) {
                var workload = builder.workload(group, seen);
                if (workload.role() != Role.DATA_PLANE || !isOfControlPlane(group, builder.mesh())) {
                    workloads.put(uid, workload);
                }
            }
        });
        return new WorkloadSnapshot(
                workloads,
                change,
                trust(builder.mesh(), workloads, groups, leftAlone),
                pods.toAsk().isEmpty());
    }

    /** What else the control plane runs is left to it. */
    private static boolean isOfControlPlane(PodGroup group, Mesh mesh) {
        return group.namespace().equals(mesh.controlPlaneNamespace())
                && group.pods().stream()
                        .anyMatch(pod ->
                                pod.traits().flatMap(PodTraits::component).isPresent());
    }

    private static Optional<Hindrance> trust(
            Mesh mesh, Map<String, Workload> workloads, Map<String, PodGroup> groups, Set<String> leftAlone) {
        var inUse = new ArrayList<TrustChange.InUse>();
        var oldestOfIdentity = Optional.<Instant>empty();
        for (var entry : groups.entrySet()) {
            var workload = workloads.get(entry.getKey());
            if (workload != null && workload.role() == Role.IDENTITY) {
                oldestOfIdentity =
                        entry.getValue().alive().map(MeshPod::created).min(Instant::compareTo);
            } else if (workload != null && isMadeAgain(workload) && !leftAlone.contains(entry.getKey())) {
                // A proxy that a template brings may say anything.
                inUse.add(new TrustChange.InUse(
                        workload.subject().namespace(), workload.inWords(), anchors(entry.getValue(), mesh)));
            }
        }
        boolean restarted = TrustChange.identityRestarted(mesh.bundleChanged(), oldestOfIdentity);
        return TrustChange.hindrance(mesh.bundle(), inUse, restarted);
    }

    /** {@return whether its controller makes its pods again when they go} Those of a Job end with it. */
    private static boolean isMadeAgain(Workload workload) {
        return workload.role() == Role.DATA_PLANE
                && workload.way() != RestartWay.JOB
                && workload.way() != RestartWay.BARE_POD;
    }

    /** Whoever may create pods can write any certificate into one: those count that are ready, and that the injector of this mesh made. */
    private static Set<TrustAnchors> anchors(PodGroup group, Mesh mesh) {
        return group.alive()
                .flatMap(pod -> pod.traits().stream())
                .filter(pod -> pod.ready() && pod.isInjectedBy(mesh.controlPlaneNamespace()))
                .flatMap(pod -> pod.injected().stream())
                .map(InjectedParts::anchors)
                .collect(Collectors.toUnmodifiableSet());
    }
}
