// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.repair;

import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.plans.PodFacts;
import io.linkerd.multus.contracts.plans.PodOwner;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is to be done about pods without rules.
 *
 * @param next the pod to replace now
 * @param later how long until the one after that, or the first; empty where none waits
 * @param left those that no controller would make anew: they are told of, and stay
 */
public record RepairPlan(Optional<Replacement> next, Optional<Duration> later, List<PodFacts> left) {

    /** A pod, and the owner that makes another one. */
    public record Replacement(PodFacts pod, PodOwner owner) {}

    /** Copies. */
    public RepairPlan {
        left = List.copyOf(left);
    }

    /**
     * {@return the plan} Without effects, and the same for the same observation, in whatever order the pods are. Of those that
     * may be replaced, the namespace that has waited longest comes first, so that one with many owners keeps no other waiting; and in it the
     * owner that has, so that one whose pods never become healthy holds up no other.
     *
     * @param pods any: those that need nothing are passed over
     * @param scope where the attachments are to which pods refer
     * @param pace what was done before
     * @param now a moment of the same clock
     * @param pause from any replacement to the next
     */
    public static RepairPlan of(
            Collection<PodFacts> pods, AttachmentScope scope, RepairPace pace, Duration now, Duration pause) {
        var broken = pods.stream()
                .filter(pod -> isBroken(pod, scope))
                .sorted(Comparator.comparing(PodFacts::key))
                .toList();
        var first = broken.stream().flatMap(RepairPlan::replacement).min(order(pace, now));
        var free = pace.last().map(pause::plus).filter(moment -> moment.compareTo(now) > 0);
        var start = first.map(one -> latest(start(one, pace, now), free.orElse(now)));
        var due = start.filter(moment -> moment.compareTo(now) <= 0).isPresent();
        return new RepairPlan(
                due ? first : Optional.empty(),
                start.map(moment -> due ? pause : moment.minus(now)),
                broken.stream().filter(pod -> pod.owner().isEmpty()).toList());
    }

    /**
     * {@return whether nothing redirects the pod's traffic, though our plugin had to} It was started before the plugin was there. Where there
     * are attachments, the plugin runs for pods that refer to ours, or to one that all share, or shared; else for every meshed pod.
     */
    public static boolean isBroken(PodFacts pod, AttachmentScope scope) {
        return pod.stage() == PodFacts.Stage.ALIVE
                && pod.redirection() == PodFacts.Redirection.MISSING
                && (!scope.attaches()
                        || pod.attachments().contains(pod.namespace())
                        || pod.attachments().contains(scope.namespace()));
    }

    private static Stream<Replacement> replacement(PodFacts pod) {
        return pod.owner().stream().map(owner -> new Replacement(pod, owner));
    }

    private static Comparator<Replacement> order(RepairPace pace, Duration now) {
        return Comparator.comparing((Replacement one) -> latest(start(one, pace, now), now))
                .thenComparing(one -> pace.lastIn(one.pod().namespace()).orElseGet(() -> now.minus(RepairPace.LONGEST)))
                .thenComparing(one -> start(one, pace, now));
    }

    /** An owner without a replacement before may have one at once, ahead of those that had theirs. */
    private static Duration start(Replacement one, RepairPace pace, Duration now) {
        return pace.next(one.owner().uid()).orElseGet(() -> now.minus(RepairPace.LONGEST));
    }

    private static Duration latest(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
