// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.repair;

import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.plans.PodFacts;
import io.linkerd.multus.contracts.plans.PodOwner;
import io.linkerd.multus.contracts.plans.repair.Unhelped.Why;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What is to be done about pods without rules.
 *
 * @param next the pod to replace now
 * @param later how long until the one after that, or the first; empty where none waits
 * @param left those that stay as they are: a person is told of each
 */
public record RepairPlan(Optional<Replacement> next, Optional<Duration> later, List<Unhelped> left) {
    private static final String DAEMON_SET = "DaemonSet";

    /**
     * A pod, and the owner that makes another one.
     *
     * @param newest creation of the newest pod of its lineage that is without rules
     */
    public record Replacement(PodFacts pod, PodOwner owner, Instant newest) {
        /** {@return what {@link Lineage} the pod is of} */
        public String lineage() {
            return lineageOf(pod, owner);
        }
    }

    /**
     * What is seen of the cluster.
     *
     * @param pods any: those that need nothing are passed over
     * @param scope where the attachments are to which pods refer
     * @param installers where a new pod would find the plugin
     */
    public record Observed(Collection<PodFacts> pods, AttachmentScope scope, Installers installers) {
        /** Copies. */
        public Observed {
            pods = List.copyOf(pods);
        }

        private List<PodFacts> unmeshed() {
            return pods.stream()
                    .filter(pod -> isUnmeshed(pod, scope))
                    .sorted(Comparator.comparing(PodFacts::key))
                    .toList();
        }
    }

    /** Copies. */
    public RepairPlan {
        left = List.copyOf(left);
    }

    /**
     * {@return the plan} Without effects, and the same for the same observation, in whatever order the pods are. Of those that
     * may be replaced, the namespace that has waited longest comes first, so that one with many owners keeps no other waiting; and in it the
     * owner that has, so that one whose pods never become healthy holds up no other.
     *
     * @param pace what was done before
     * @param now a moment of the same clock
     * @param pause from any replacement to the next
     */
    public static RepairPlan of(Observed seen, RepairPace pace, Duration now, Duration pause) {
        var unmeshed = seen.unmeshed();
        var newest = newestOfLineages(unmeshed, seen.installers());
        var left = new ArrayList<Unhelped>();
        var candidates = new ArrayList<Replacement>();
        for (var pod : unmeshed) {
            switch (look(pod, seen.installers(), newest)) {
                case Left(var why) -> left.add(new Unhelped(pod, why));
                case Candidate(var one)
                when pace.isHopeless(one, now) -> left.add(new Unhelped(pod, Why.SUCCESSORS_ALIKE));
                case Candidate(var one) -> candidates.add(one);
            }
        }
        var first = candidates.stream().min(order(pace, now));
        var free = pace.last().map(pause::plus).filter(moment -> moment.compareTo(now) > 0);
        var start = first.map(one -> latest(start(one, pace, now), free.orElse(now)));
        var due = start.filter(moment -> moment.compareTo(now) <= 0).isPresent();
        return new RepairPlan(
                due ? first : Optional.empty(), start.map(moment -> due ? pause : moment.minus(now)), left);
    }

    /**
     * {@return whether nothing redirects the pod's traffic, though our plugin had to, and it is still to run} Where there
     * are attachments, the plugin runs for pods that refer to ours, or to one that all share, or shared; else for every meshed pod.
     */
    public static boolean isBroken(PodFacts pod, AttachmentScope scope) {
        return pod.stage() == PodFacts.Stage.ALIVE && isUnmeshed(pod, scope);
    }

    /** {@return the same of a pod that may have ended by it, and would run no more} */
    public static boolean isUnmeshed(PodFacts pod, AttachmentScope scope) {
        return pod.stage() != PodFacts.Stage.LEAVING
                && pod.redirection() == PodFacts.Redirection.MISSING
                && (!scope.attaches()
                        || pod.attachments().contains(pod.namespace())
                        || pod.attachments().contains(scope.namespace()));
    }

    /** What may become of a pod, whatever was done before. */
    private sealed interface Look {}

    private record Left(Why why) implements Look {}

    private record Candidate(Replacement replacement) implements Look {}

    private static Look look(PodFacts pod, Installers installers, Map<String, Instant> newest) {
        if (pod.stage() == PodFacts.Stage.ENDED) {
            return new Left(Why.ENDED);
        }
        if (pod.owner().isEmpty()) {
            return new Left(pod.place().isStatic() ? Why.STATIC : Why.NO_OWNER);
        }
        var owner = pod.owner().get();
        return installers.serve(pod.place().node())
                ? new Candidate(new Replacement(pod, owner, newest.getOrDefault(lineageOf(pod, owner), Instant.EPOCH)))
                : new Left(Why.INSTALLER_NOT_READY);
    }

    /** Why one ended is known where the installer of its node is not ready, and says nothing of the others. */
    private static Map<String, Instant> newestOfLineages(List<PodFacts> unmeshed, Installers installers) {
        return unmeshed.stream()
                .filter(pod ->
                        pod.stage() == PodFacts.Stage.ALIVE && pod.owner().isPresent())
                .filter(pod -> installers.serve(pod.place().node()))
                .collect(Collectors.toMap(
                        pod -> lineageOf(pod, pod.owner().orElseThrow()),
                        pod -> pod.place().created(),
                        RepairPlan::later));
    }

    /** {@return the {@link Lineage} that an owner's pod is of} */
    static String lineageOf(PodFacts pod, PodOwner owner) {
        return owner.uid() + nodeOfLineage(pod, owner).map(node -> "/" + node).orElse("");
    }

    /** {@return the node to which the lineage keeps; empty where a successor may come to any} */
    static Optional<String> nodeOfLineage(PodFacts pod, PodOwner owner) {
        return Optional.of(pod.place().node()).filter(_ -> owner.kind().equals(DAEMON_SET));
    }

    private static Comparator<Replacement> order(RepairPace pace, Duration now) {
        return Comparator.comparing((Replacement one) -> latest(start(one, pace, now), now))
                .thenComparing(one -> pace.lastIn(one.pod().namespace()).orElseGet(() -> now.minus(RepairPace.LONGEST)))
                .thenComparing(one -> start(one, pace, now));
    }

    /** An owner without a replacement before may have one at once, ahead of those that had theirs. */
    private static Duration start(Replacement one, RepairPace pace, Duration now) {
        return pace.next(one).orElseGet(() -> now.minus(RepairPace.LONGEST));
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Duration latest(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
