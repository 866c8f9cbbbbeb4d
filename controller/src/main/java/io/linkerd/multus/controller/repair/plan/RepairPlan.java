// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair.plan;

import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.repair.plan.Unhelped.Why;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is to be done about pods without rules.
 *
 * @param next the pod to replace now
 * @param later how long until the one after that, or the first; empty where none waits
 * @param left those that stay as they are: a person is told of each
 * @param pace what is known from now on of what was done before
 */
public record RepairPlan(Optional<Replacement> next, Optional<Duration> later, List<Unhelped> left, RepairPace pace) {
    /** Before the first moment of any clock. */
    private static final Duration NEVER = Duration.ofSeconds(Long.MIN_VALUE);

    /** Names alone, without a text for each comparison: there may be many thousand. */
    private static final Comparator<MeshPod> BY_NAME =
            Comparator.comparing(MeshPod::namespace).thenComparing(MeshPod::name);

    /**
     * What is seen of the cluster.
     *
     * @param pods any: those that need nothing are passed over
     * @param scope where the attachments are to which pods refer
     * @param installers where a new pod would find the plugin
     */
    public record Observed(Collection<MeshPod> pods, AttachmentScope scope, Installers installers) {
        /** Copies. */
        public Observed {
            pods = List.copyOf(pods);
        }

        private List<Look> looks() {
            return pods.stream()
                    .filter(pod -> isUnmeshed(pod, scope))
                    .sorted(BY_NAME)
                    .map(pod -> Look.at(pod, installers))
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
     * owner that has waited longest, so that one whose pods never become healthy holds up no other.
     *
     * @param before what was done before
     * @param now a moment of the same clock
     * @param pause from any replacement to the next
     */
    public static RepairPlan of(Observed seen, RepairPace before, Duration now, Duration pause) {
        var looks = seen.looks();
        var owned = replacements(looks).toList();
        var newest = newestOfLineages(owned);
        var pace = before.seen(owned, newest, now);
        var judged = looks.stream()
                .map(look -> judged(look, seen.installers(), newest, pace))
                .toList();
        var first = replacements(judged).map(one -> Candidate.of(one, pace)).min(order(now));
        var free = pace.last().map(pause::plus).filter(moment -> moment.compareTo(now) > 0);
        var start = first.map(one -> latest(one.start(), free.orElse(now)));
        var due = start.filter(moment -> moment.compareTo(now) <= 0).isPresent();
        return new RepairPlan(
                due ? first.map(Candidate::replacement) : Optional.empty(),
                start.map(moment -> due ? pause : moment.minus(now)),
                left(judged),
                pace);
    }

    /** A new pod would find the plugin only where the installer of its node is ready. */
    private static Look judged(Look look, Installers installers, Map<String, Newest> newest, RepairPace pace) {
        return switch (look) {
            case Unhelped left -> left;
            case Replacement one
            when !installers.serve(one.pod().place().node()) -> new Unhelped(one.pod(), Why.INSTALLER_NOT_READY);
            case Replacement one
            when pace.isHopeless(one.amongAll(newest)) -> new Unhelped(one.pod(), Why.SUCCESSORS_ALIKE);
            case Replacement one -> one.amongAll(newest);
        };
    }

    private static Stream<Replacement> replacements(List<Look> looks) {
        return looks.stream().flatMap(look -> look instanceof Replacement one ? Stream.of(one) : Stream.empty());
    }

    private static List<Unhelped> left(List<Look> looks) {
        return looks.stream()
                .flatMap(look -> look instanceof Unhelped left ? Stream.of(left) : Stream.empty())
                .toList();
    }

    /**
     * {@return whether nothing redirects the pod's traffic, though our plugin had to, and it is still to run} Where there
     * are attachments, the plugin runs for pods that refer to ours, or to one that all share, or shared; else for every meshed pod.
     */
    public static boolean isBroken(MeshPod pod, AttachmentScope scope) {
        return pod.stage() == MeshPod.Stage.ALIVE && isUnmeshed(pod, scope);
    }

    /** {@return the same of a pod that may have ended by it, and would run no more} */
    public static boolean isUnmeshed(MeshPod pod, AttachmentScope scope) {
        return !pod.stage().isLeaving()
                && pod.redirection() == MeshPod.Redirection.MISSING
                && (!scope.attaches()
                        || pod.attachments().contains(pod.namespace())
                        || pod.attachments().contains(scope.namespace()));
    }

    /**
     * One that may be replaced.
     *
     * @param start when it may be, whatever becomes of others; an owner without a replacement before may have one at once, ahead of all that had
     *     theirs
     * @param lastInNamespace when its namespace had one
     */
    private record Candidate(Replacement replacement, Duration start, Duration lastInNamespace) {
        static Candidate of(Replacement one, RepairPace pace) {
            return new Candidate(
                    one,
                    pace.next(one).orElse(NEVER),
                    pace.lastIn(one.pod().namespace()).orElse(NEVER));
        }
    }

    private static Map<String, Newest> newestOfLineages(List<Replacement> owned) {
        var newest = new HashMap<String, Newest>();
        for (var one : owned) {
            newest.merge(one.descent().lineage(), one.newest(), Newest::with);
        }
        return newest;
    }

    private static Comparator<Candidate> order(Duration now) {
        return Comparator.comparing((Candidate one) -> latest(one.start(), now))
                .thenComparing(Candidate::lastInNamespace)
                .thenComparing(Candidate::start);
    }

    private static Duration latest(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
