// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.pods.plan.InjectedParts;
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
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Builds a workload of what was seen of it, of its pods, and of what new ones would get: compares each pod with the one that is expected of its
 * template. For one thread, and one moment.
 */
final class WorkloadBuilder {
    private static final RolloutCounts AT_REST = new RolloutCounts(true, false, 0, 0, 0, 0, 0, false, Optional.empty());

    private final Mesh mesh;
    private final List<Budget> budgets;
    private final Function<String, InNamespace> read;
    private final BiFunction<ExpectedPods, Template, Optional<InjectedParts>> answers;
    private final Map<String, InNamespace> namespaces = new HashMap<>();

    /**
     * What is so for all workloads of a namespace.
     *
     * @param change that a new pod has
     */
    record InNamespace(ExpectedPods expected, ChangeDigest change) {}

    /**
     * Builds nothing yet.
     *
     * @param mesh Linkerd's ConfigMaps
     * @param budgets of all namespaces
     * @param read says once what is so in a namespace
     * @param answers what the injector answered for a template; empty where it was not asked
     */
    WorkloadBuilder(
            Mesh mesh,
            List<Budget> budgets,
            Function<String, InNamespace> read,
            BiFunction<ExpectedPods, Template, Optional<InjectedParts>> answers) {
        this.mesh = mesh;
        this.budgets = budgets;
        this.read = read;
        this.answers = answers;
    }

    /** {@return Linkerd's ConfigMaps} */
    Mesh mesh() {
        return mesh;
    }

    /**
     * {@return the workload}
     *
     * @param seen what was seen of it; empty for kinds that are never restarted
     */
    Workload workload(PodGroup group, Optional<SeenWorkload> seen) {
        var namespace = namespaces.computeIfAbsent(group.namespace(), read);
        var role = seen.map(this::role).orElse(Role.DATA_PLANE);
        var found = findings(group, seen.map(SeenWorkload::template), namespace.expected());
        var way = seen.filter(SeenWorkload::isManaged).isPresent()
                ? RestartWay.OTHER_OWNER
                : RestartWay.of(
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
                        namespace.expected().words().labels()),
                role == Role.DATA_PLANE ? outdated(group, found) : startedBefore(group),
                change(group, found, seen.map(SeenWorkload::template), namespace.change()),
                seen.flatMap(one -> one.template().mark()),
                seen.flatMap(one -> one.template().restarted()),
                seen.map(one -> counts(one, group.pods())).orElse(AT_REST),
                isListed(seen, way) ? owned(group, found) : List.of(),
                seen.map(this::cautions).orElse(Set.of()),
                seen.map(one -> unmeshed(group, one.template(), namespace.expected()))
                        .orElse(0));
    }

    private static boolean isListed(Optional<SeenWorkload> seen, RestartWay way) {
        return way == RestartWay.EVICTION
                || seen.filter(one -> one.subject().kind().equals(WorkloadKind.STATEFUL_SET.kind())
                                && one.template().mark().isPresent())
                        .isPresent();
    }

    private static int unmeshed(PodGroup group, Template template, ExpectedPods expected) {
        return template.mark().isPresent() && expected.asksForProxy(template)
                ? (int) group.alive()
                        .flatMap(pod -> pod.traits().stream())
                        .filter(pod -> pod.mark().equals(template.mark())
                                && pod.injected().isEmpty()
                                && expected.asksForProxy(pod))
                        .count()
                : 0;
    }

    /** {@return whose it is} Of the control plane are the three Deployments that Linkerd's chart labels so, in its namespace. */
    Role role(SeenWorkload seen) {
        if (!seen.subject().namespace().equals(mesh.controlPlaneNamespace())
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
    private Map<PodTraits, List<Finding>> findings(PodGroup group, Optional<Template> template, ExpectedPods expected) {
        var found = new HashMap<PodTraits, List<Finding>>();
        group.pods().stream()
                .flatMap(pod -> pod.traits().stream())
                .forEach(pod -> found.computeIfAbsent(pod, traits -> {
                    var answer = template.flatMap(one -> answers.apply(expected, one));
                    return Findings.of(traits, expected.insteadOf(traits, template, answer), expected.range());
                }));
        return found;
    }

    private static List<Finding> findings(MeshPod pod, Map<PodTraits, List<Finding>> found) {
        return pod.traits().map(found::get).orElse(List.of());
    }

    private static Outdated outdated(PodGroup group, Map<PodTraits, List<Finding>> found) {
        return Outdated.of(group.alive().map(pod -> findings(pod, found)).toList());
    }

    private Outdated startedBefore(PodGroup group) {
        return Outdated.startedBefore((int) mesh.bundleChanged().stream()
                .flatMap(changed -> group.alive().filter(pod -> !pod.created().isAfter(changed)))
                .count());
    }

    /**
     * {@return the change that the pods are to have} Where a value was changed and changed back, pods that came meanwhile have the value between, and
     * the template has the mark of the present one. Then some pods of that mark are outdated, and others are not, or it is long since the restart
     * that these came. One restart more cures them: for another change, once.
     */
    private static ChangeDigest change(
            PodGroup group, Map<PodTraits, List<Finding>> found, Optional<Template> template, ChangeDigest present) {
        var mark = template.flatMap(Template::mark);
        var again = present.again();
        boolean isAgain = mark.filter(own -> own.change().equals(again)).isPresent()
                || (mark.filter(own -> own.change().equals(present)).isPresent()
                        && missedIt(group, found, template.orElseThrow()));
        return isAgain ? again : present;
    }

    private static boolean missedIt(PodGroup group, Map<PodTraits, List<Finding>> found, Template template) {
        var marked = found.entrySet().stream()
                .filter(entry -> entry.getKey().mark().equals(template.mark()))
                .toList();
        var outdated = marked.stream()
                .filter(entry -> Outdated.of(List.of(entry.getValue())).curable())
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
        return !outdated.isEmpty()
                && (marked.stream().anyMatch(entry -> entry.getValue().isEmpty())
                        || group.alive()
                                .filter(pod ->
                                        pod.traits().filter(outdated::contains).isPresent())
                                .anyMatch(pod -> template.restarted()
                                        .filter(moment -> pod.created().isAfter(moment.plus(RolloutCounts.PATIENCE)))
                                        .isPresent()));
    }

    private static List<OwnedPod> owned(PodGroup group, Map<PodTraits, List<Finding>> found) {
        return group.pods().stream()
                .map(pod -> new OwnedPod(
                        pod.name(),
                        pod.uid(),
                        pod.traits().filter(PodTraits::ready).isPresent(),
                        Outdated.of(List.of(findings(pod, found))).curable(),
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
                budgets, seen.subject().namespace(), seen.template().labels());
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
}
