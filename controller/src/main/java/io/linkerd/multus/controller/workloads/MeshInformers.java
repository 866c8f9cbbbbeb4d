// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.watch.NamespaceWords;
import io.linkerd.multus.controller.pods.MeshPodReader;
import io.linkerd.multus.controller.pods.MeshPods;
import io.linkerd.multus.controller.pods.PodLists;
import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.pods.plan.InjectedParts;
import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.pods.plan.PodTraits;
import io.linkerd.multus.controller.rollouts.plan.Workload;
import io.linkerd.multus.controller.workloads.SeenWorkload.Template;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The watches of one mesh, and what is asked beside them. */
final class MeshInformers implements AutoCloseable {
    /** One after the other, they take a second or two. */
    private static final int ASKED_AT_ONCE = 500;

    /** A Deployment has a ReplicaSet for each template of which it has pods. */
    private static final int ASKED_OF_ONE = 20;

    private static final String INJECTOR = "proxy-injector";

    private final ControllerContext context;
    private final AttachmentScope scope;
    private final TemplateAnswers answers;
    private final WatchedMaps maps;
    private final WatchedWorkloads workloads;
    private final Optional<MeshPods> ownPods;
    private final MeshPods pods;
    private final Runnable report;
    private final Owners owners;
    private final BareReplicaSets bare;
    private final MeshPodReader reader = new MeshPodReader();
    private final String namespace;

    /** Prepares; {@code onChange} is called after anything changed that no other watch tells of. */
    MeshInformers(
            ControllerContext context,
            AttachmentScope scope,
            TemplateAnswers answers,
            String namespace,
            String configMap,
            Runnable onChange) {
        this.context = context;
        this.scope = scope;
        this.answers = answers;
        this.namespace = namespace;
        this.maps = new WatchedMaps(context, namespace, configMap, onChange);
        this.workloads = new WatchedWorkloads(context, onChange);
        this.ownPods = context.pods().isPresent()
                ? Optional.empty()
                : Optional.of(new MeshPods(context.lists(), _ -> onChange.run()));
        this.pods = ownPods.or(context::pods).orElseThrow();
        this.owners = new Owners(new PartialObjects(context.client()));
        this.bare = new BareReplicaSets(context.client(), workloads.room());
        this.report =
                context.unread().add(() -> Stream.concat(ownPods.stream().flatMap(MeshPods::unread), bare.unread()));
    }

    boolean isOf(String otherNamespace, String configMap) {
        return maps.isOf(otherNamespace, configMap);
    }

    void start() {
        maps.start();
        workloads.start();
        ownPods.ifPresent(MeshPods::start);
    }

    boolean isComplete() {
        return maps.isComplete()
                && workloads.isComplete()
                && pods.isComplete()
                && context.namespaces().isComplete();
    }

    List<String> whyNotReady() {
        return Stream.of(maps.whyNotReady(), workloads.whyNotReady(), pods.whyNotReady())
                .flatMap(List::stream)
                .toList();
    }

    /**
     * {@return what is there now}
     *
     * @throws ApiException where an owner could not be asked for
     */
    Look look() {
        var watched = workloads.byUid();
        var groups = groups(pods::all, watched, ASKED_AT_ONCE);
        owners.retain(groups.owners());
        bare.retain(groups.owners());
        var change = change(watched);
        answers.begin(change);
        var snapshot = WorkloadSnapshot.of(
                groups, watched, change, bare::of, builder(watched, workloads.budgets(), answers::of));
        var again = answers.ask();
        return new Look(snapshot, snapshot.complete() ? again : Optional.of(Duration.ZERO));
    }

    /**
     * What a look has come to.
     *
     * @param again when to look anew though nothing changed
     */
    record Look(WorkloadSnapshot snapshot, Optional<Duration> again) {}

    /** {@return what all namespaces have in common of a change} */
    private ChangeDigest change(Map<String, SeenWorkload> watched) {
        return maps.mesh().change(NamespaceWords.NONE, Optional.empty(), injectorImage(watched));
    }

    /**
     * {@return the workload as the API server has it at this moment; with pods as last seen, but for those that are evicted}
     *
     * @throws ApiException where the API server did not tell
     */
    Optional<Workload> read(WorkloadKind kind, Subject subject) {
        return kind.resource()
                .read(context.client(), subject.namespace(), subject.name())
                .filter(object -> subject.uid().isEmpty()
                        || subject.uid().equals(object.getMetadata().getUid()))
                .map(object -> {
                    var seen = WorkloadReading.of(object, kind);
                    var watched = workloads.byUid(Set.copyOf(List.of(subject.namespace(), namespace)));
                    watched.put(seen.subject().uid(), seen);
                    var group = group(object, seen, kind, watched);
                    return builder(watched, workloads.budgets(subject.namespace()), answers::known)
                            .workload(group.orElseGet(() -> PodGroup.without(seen)), Optional.of(seen));
                });
    }

    /** {@return its pods as last seen} But they are listed where they are evicted, and where a restart made some that no watch on meshed pods tells of. */
    private Optional<PodGroup> group(
            GenericKubernetesResource object, SeenWorkload seen, WorkloadKind kind, Map<String, SeenWorkload> watched) {
        var uid = seen.subject().uid();
        var mark = seen.template().mark();
        if (!seen.onDelete() && kind.isWatched()) {
            var group = group(uid, PodGroups.of(pods.in(seen.subject().namespace()), owners, watched));
            long meshed = group.stream()
                    .flatMap(PodGroup::alive)
                    .filter(pod -> pod.traits().flatMap(PodTraits::mark).equals(mark))
                    .count();
            if (mark.isEmpty() || meshed >= seen.counts().updated()) {
                return group;
            }
        }
        var found = pods(seen, Fields.of(object).texts("spec", "selector", "matchLabels"));
        return group(uid, groups(found::stream, watched, ASKED_OF_ONE));
    }

    /** Asks for so many owners first that are not known yet. */
    private PodGroups groups(Supplier<Stream<MeshPod>> members, Map<String, SeenWorkload> watched, int most) {
        var groups = PodGroups.of(members.get(), owners, watched);
        if (groups.toAsk().isEmpty()) {
            return groups;
        }
        groups.toAsk().entrySet().stream().limit(most).forEach(asked -> owners.ask(asked.getValue(), asked.getKey()));
        return PodGroups.of(members.get(), owners, watched);
    }

    private static Optional<PodGroup> group(String uid, PodGroups groups) {
        return Optional.ofNullable(groups.groups().get(uid));
    }

    /** By the selector, since pods that wait for their deletion may lack labels that the template has by now. */
    private List<MeshPod> pods(SeenWorkload seen, Map<String, String> selector) {
        var found = new ArrayList<MeshPod>();
        PodLists.read(
                context.lists(),
                PodLists.labelled(seen.subject().namespace(), selector),
                pod -> pod.object()
                        .map(reader::read)
                        .filter(one -> !one.stage().hasEnded())
                        .ifPresent(found::add));
        return found;
    }

    private WorkloadBuilder builder(
            Map<String, SeenWorkload> watched,
            List<Budget> budgets,
            BiFunction<ExpectedPods, Template, Optional<InjectedParts>> injector) {
        var mesh = maps.mesh();
        var image = injectorImage(watched);
        return new WorkloadBuilder(mesh, budgets, name -> inNamespace(name, mesh, image), injector);
    }

    private WorkloadBuilder.InNamespace inNamespace(String name, Mesh mesh, Optional<String> injectorImage) {
        var facts = context.namespaces().get(name);
        var known = context.namespaces().words(name);
        var words = known.orElse(NamespaceWords.NONE);
        var range = facts.flatMap(NamespaceFacts::uidRange);
        // Of a namespace that is not seen, or says too much, nothing is known of what a new pod would get.
        var said = known.isPresent() ? mesh : Mesh.unknown(namespace);
        boolean optedIn =
                name.equals(namespace) || facts.filter(NamespaceFacts::optedIn).isPresent();
        return new WorkloadBuilder.InNamespace(
                new ExpectedPods(said, words, Mesh.range(range), optedIn, scope.attaches()),
                mesh.change(words, range, injectorImage));
    }

    /** {@return the image of the injector that is to run} */
    private Optional<String> injectorImage(Map<String, SeenWorkload> watched) {
        return watched.values().stream()
                .filter(seen -> seen.subject().namespace().equals(namespace))
                .filter(seen -> INJECTOR.equals(seen.labels().get(Linkerd.CONTROL_PLANE_COMPONENT)))
                .flatMap(seen -> seen.template().image().stream())
                .findFirst();
    }

    @Override
    public void close() {
        report.run();
        ownPods.ifPresent(MeshPods::close);
        workloads.close();
        maps.close();
    }
}
