// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.pods.plan.MeshPod.Stage;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import io.linkerd.multus.controller.pods.plan.PodTraits;
import io.linkerd.multus.controller.rollouts.plan.Caution;
import io.linkerd.multus.controller.rollouts.plan.Caution.Habits;
import io.linkerd.multus.controller.rollouts.plan.OwnedPod;
import io.linkerd.multus.controller.rollouts.plan.RestartWay;
import io.linkerd.multus.controller.rollouts.plan.RolloutCounts;
import io.linkerd.multus.controller.rollouts.plan.RolloutOptIn;
import io.linkerd.multus.controller.rollouts.plan.Workload;
import io.linkerd.multus.controller.rollouts.plan.Workload.Role;
import io.linkerd.multus.controller.workloads.SeenWorkload.Template;
import io.linkerd.multus.controller.workloads.plan.Finding;
import io.linkerd.multus.controller.workloads.plan.Findings;
import io.linkerd.multus.controller.workloads.plan.Outdated;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Makes a workload of what was seen of it, of its pods, and of what new ones would get. */
final class Assembly {
    private static final RolloutCounts AT_REST = new RolloutCounts(true, false, 0, 0, 0, 0, 0, false, Optional.empty());

    private final Scene scene;

    Assembly(Scene scene) {
        this.scene = scene;
    }

    /**
     * {@return the workload}
     *
     * @param seen what was seen of it; empty for kinds that are never restarted
     */
    Workload of(PodGroup group, Optional<SeenWorkload> seen) {
        var place = scene.place(group.namespace());
        var role = seen.map(this::role).orElse(Role.DATA_PLANE);
        var found = findings(group, seen.map(SeenWorkload::template), place);
        var way = RestartWay.of(
                group.chain(),
                seen.filter(one -> one.counts().paused()).isPresent(),
                seen.filter(SeenWorkload::onDelete).isPresent());
        return new Workload(
                subject(group, seen),
                seen.map(SeenWorkload::resourceVersion).orElse(""),
                role,
                way,
                RolloutOptIn.of(
                        seen.map(SeenWorkload::labels).orElse(Map.of()),
                        seen.map(one -> one.template().labels()).orElse(Map.of()),
                        place.expected().words().labels()),
                role == Role.DATA_PLANE ? outdated(group, found) : startedBefore(group),
                place.change(),
                seen.flatMap(one -> one.template().mark()),
                seen.map(one -> counts(one, group.pods())).orElse(AT_REST),
                way == RestartWay.EVICTION ? owned(group, found) : List.of(),
                seen.map(this::cautions).orElse(Set.of()));
    }

    /** {@return whose it is} Of the control plane are the three Deployments that Linkerd's chart labels so, in its namespace. */
    Role role(SeenWorkload seen) {
        if (!seen.subject().namespace().equals(scene.mesh().controlPlaneNamespace())
                || !seen.subject().kind().equals("Deployment")) {
            return Role.DATA_PLANE;
        }
        return switch (seen.labels().getOrDefault(Linkerd.CONTROL_PLANE_COMPONENT, "")) {
            case "identity" -> Role.IDENTITY;
            case "destination" -> Role.DESTINATION;
            case "proxy-injector" -> Role.PROXY_INJECTOR;
            default -> Role.DATA_PLANE;
        };
    }

    /** Pods of the same traits have the same findings. */
    private static Map<PodTraits, List<Finding>> findings(
            PodGroup group, Optional<Template> template, Scene.Place place) {
        var found = new HashMap<PodTraits, List<Finding>>();
        group.pods().stream()
                .flatMap(pod -> pod.traits().stream())
                .forEach(pod -> found.computeIfAbsent(pod, traits -> {
                    var asked = template.flatMap(place::asked);
                    return Findings.of(
                            traits,
                            place.expected().insteadOf(traits, template, asked),
                            place.expected().range());
                }));
        return found;
    }

    private static List<Finding> of(MeshPod pod, Map<PodTraits, List<Finding>> found) {
        return pod.traits().map(found::get).orElse(List.of());
    }

    private static Outdated outdated(PodGroup group, Map<PodTraits, List<Finding>> found) {
        return Outdated.of(alive(group.pods()).map(pod -> of(pod, found)).toList());
    }

    private Outdated startedBefore(PodGroup group) {
        return Outdated.startedBefore((int) scene.mesh().bundleChanged().stream()
                .flatMap(changed ->
                        alive(group.pods()).filter(pod -> !pod.created().isAfter(changed)))
                .count());
    }

    private static List<OwnedPod> owned(PodGroup group, Map<PodTraits, List<Finding>> found) {
        return group.pods().stream()
                .map(pod -> new OwnedPod(
                        pod.name(),
                        pod.uid(),
                        pod.traits().filter(PodTraits::ready).isPresent(),
                        Outdated.of(List.of(of(pod, found))).curable(),
                        pod.stage() == Stage.LEAVING,
                        pod.traits().flatMap(PodTraits::mark)))
                .toList();
    }

    private static RolloutCounts counts(SeenWorkload seen, List<MeshPod> pods) {
        var counts = seen.counts();
        var lastStep = seen.hasDeadline()
                ? Optional.<Instant>empty()
                : Stream.concat(pods.stream().map(MeshPod::created), seen.template().restarted().stream())
                        .max(Instant::compareTo);
        return new RolloutCounts(
                counts.observed(),
                counts.paused(),
                counts.wanted(),
                counts.toUpdate(),
                counts.updated(),
                counts.available(),
                counts.total(),
                counts.deadlineExceeded(),
                lastStep);
    }

    private Set<Caution> cautions(SeenWorkload seen) {
        var habits = seen.habits();
        int allowed = Budget.allowed(
                scene.budgets(), seen.subject().namespace(), seen.template().labels());
        return Caution.of(
                new Habits(habits.replicas(), habits.maxUnavailable(), habits.recreates(), habits.partition(), allowed),
                seen.subject().kind().equals("DaemonSet"));
    }

    private static Subject subject(PodGroup group, Optional<SeenWorkload> seen) {
        return seen.map(SeenWorkload::subject)
                .orElseGet(() -> subject(
                        group.namespace(),
                        group.workload().orElseGet(() -> pod(group.pods().getFirst()))));
    }

    private static PodOwner pod(MeshPod pod) {
        return new PodOwner("v1", "Pod", pod.name(), pod.uid());
    }

    private static Subject subject(String namespace, PodOwner owner) {
        return new Subject(owner.apiVersion(), owner.kind(), namespace, owner.name(), owner.uid());
    }

    static Stream<MeshPod> alive(List<MeshPod> pods) {
        return pods.stream().filter(pod -> pod.stage() == Stage.ALIVE);
    }
}
