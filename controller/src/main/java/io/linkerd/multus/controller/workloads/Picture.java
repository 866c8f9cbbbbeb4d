// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.linkerd.multus.contracts.names.Linkerd;
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
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes workloads of all that was seen at one moment.
 *
 * @param watched workloads by their uids
 * @param bare reads the ReplicaSet of a group that has no other owner
 */
record Picture(Scene scene, Map<String, SeenWorkload> watched, Function<PodGroup, Optional<SeenWorkload>> bare) {
    private static final String INJECTOR = "proxy-injector";

    Snapshot of(Grouping grouping) {
        var assembly = new Assembly(scene);
        var groups = new HashMap<>(grouping.groups());
        watched.values().stream()
                .filter(seen -> assembly.role(seen) != Role.DATA_PLANE)
                .forEach(seen -> groups.putIfAbsent(seen.subject().uid(), without(seen)));
        var workloads = new HashMap<String, Workload>();
        groups.forEach(
                (uid, group) -> workload(assembly, uid, group).ifPresent(workload -> workloads.put(uid, workload)));
        return new Snapshot(
                workloads, trust(workloads, groups), grouping.toAsk().isEmpty());
    }

    private Optional<Hindrance> trust(Map<String, Workload> workloads, Map<String, PodGroup> groups) {
        var inUse = new HashMap<String, Set<TrustAnchors>>();
        var oldestOfIdentity = Optional.<Instant>empty();
        for (var entry : groups.entrySet()) {
            var workload = workloads.get(entry.getKey());
            if (workload != null && workload.role() == Role.IDENTITY) {
                oldestOfIdentity = oldest(entry.getValue());
            } else if (workload != null && isMadeAgain(workload)) {
                inUse.put(workload.inWords(), anchors(entry.getValue()));
            }
        }
        boolean restarted = TrustChange.identityRestarted(scene.mesh().bundleChanged(), oldestOfIdentity);
        return TrustChange.hindrance(scene.mesh().bundle(), inUse, restarted);
    }

    /** {@return a workload without pods} */
    static PodGroup without(SeenWorkload seen) {
        return new PodGroup(
                seen.subject().namespace(),
                Stream.concat(Stream.of(seen.asOwner()), seen.owner().stream()).toList(),
                List.of());
    }

    /** {@return the image of the injector that is to run} */
    static Optional<String> injectorImage(Collection<SeenWorkload> watched, String namespace) {
        return watched.stream()
                .filter(seen -> seen.subject().namespace().equals(namespace))
                .filter(seen -> INJECTOR.equals(seen.labels().get(Linkerd.CONTROL_PLANE_COMPONENT)))
                .flatMap(seen -> seen.template().image().stream())
                .findFirst();
    }

    /** One of a kind that is watched, and that the watch has not told of yet, comes soon. What else the control plane runs is left to it. */
    private Optional<Workload> workload(Assembly assembly, String uid, PodGroup group) {
        var kind = group.workload().flatMap(WorkloadKind::of);
        var seen = kind.flatMap(known -> known.isWatched() ? Optional.ofNullable(watched.get(uid)) : bare.apply(group));
        if (kind.isPresent() && seen.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(assembly.of(group, seen))
                .filter(one -> one.role() != Role.DATA_PLANE || !isOfControlPlane(group));
    }

    private boolean isOfControlPlane(PodGroup group) {
        return group.namespace().equals(scene.mesh().controlPlaneNamespace())
                && group.pods().stream()
                        .anyMatch(pod ->
                                pod.traits().flatMap(PodTraits::component).isPresent());
    }

    /** {@return whether its controller makes its pods again when they go} Those of a Job end with it. */
    private static boolean isMadeAgain(Workload workload) {
        return workload.role() == Role.DATA_PLANE
                && workload.way() != RestartWay.JOB
                && workload.way() != RestartWay.BARE_POD;
    }

    private static Set<TrustAnchors> anchors(PodGroup group) {
        return Assembly.alive(group.pods())
                .flatMap(pod -> pod.traits().flatMap(PodTraits::injected).stream())
                .map(InjectedParts::anchors)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Optional<Instant> oldest(PodGroup group) {
        return Assembly.alive(group.pods()).map(MeshPod::created).min(Instant::compareTo);
    }
}
