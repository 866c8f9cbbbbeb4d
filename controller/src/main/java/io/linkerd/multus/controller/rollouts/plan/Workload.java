// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.controller.workloads.plan.Outdated;
import io.linkerd.multus.controller.workloads.plan.OutdatedReason;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A workload whose pods are meshed, as it was observed.
 *
 * @param subject the object
 * @param resourceVersion of the object that was observed: it is changed on the condition that it still has it
 * @param role whether it is of Linkerd's control plane
 * @param way how it is restarted
 * @param optIn what labels say
 * @param outdated in what its pods are outdated
 * @param change that its pods are to have
 * @param mark of its template; empty where no rollout has restarted it
 * @param restarted when it was restarted last, by a rollout or by {@code kubectl rollout restart}; empty where its template does not say
 * @param counts its status
 * @param pods those of a workload whose pods are evicted, and of a StatefulSet that a rollout has restarted; of others none need be listed
 * @param cautions what a person should know beforehand
 * @param unmeshed how many of its pods have its mark and no proxy, though injection is asked for
 */
public record Workload(
        Subject subject,
        String resourceVersion,
        Role role,
        RestartWay way,
        RolloutOptIn optIn,
        Outdated outdated,
        ChangeDigest change,
        Optional<RolloutMark> mark,
        Optional<Instant> restarted,
        RolloutCounts counts,
        List<OwnedPod> pods,
        Set<Caution> cautions,
        int unmeshed) {
    /** A version, a certificate or a proxy that is missing is always worth a restart. */
    private static final Set<OutdatedReason> OF_OTHERS = Set.of(
            OutdatedReason.SETTINGS,
            OutdatedReason.UID_OUTSIDE_RANGE,
            OutdatedReason.UID_SHARED,
            OutdatedReason.ATTACHMENT_MISSING);

    static final Comparator<Workload> ORDER = Comparator.comparing(Workload::role)
            .thenComparing((Workload one) -> one.subject().namespace())
            .thenComparing(one -> one.subject().name())
            .thenComparing(one -> one.subject().kind());

    /** Whose it is, in the order in which they are restarted: each needs those before it to start. */
    public enum Role {
        /** Gives all others their certificates. */
        IDENTITY,
        /** Tells proxies where to go. */
        DESTINATION,
        /** Makes new pods meshed. */
        PROXY_INJECTOR,
        /** Not of the control plane. */
        DATA_PLANE;

        boolean controlPlane() {
            return this != DATA_PLANE;
        }
    }

    /** Copies. */
    public Workload {
        pods = List.copyOf(pods);
        cautions = Set.copyOf(cautions);
    }

    /** {@return its name for people, as in {@code Deployment shop/web}} */
    public String inWords() {
        return subject.kind() + " " + subject.namespace() + "/" + subject.name();
    }

    boolean markedFor(ChangeDigest one) {
        return mark.filter(own -> own.change().equals(one)).isPresent();
    }

    /**
     * {@return how far it is with its template, and with replacing the pods that its owner does not} Its status says for a moment that all are
     * available after one was evicted, so its pods are counted, too.
     */
    public Progress progress(Instant now) {
        if (unmeshed > 0) {
            return new Progress.Failed("has new pods without a proxy (" + unmeshed + ")");
        }
        long ready = pods.stream().filter(pod -> pod.ready() && !pod.leaving()).count();
        return atRest(now) && way == RestartWay.EVICTION && mark.isPresent() && ready < counts.wanted()
                ? new Progress.Going("waits: " + ready + " of " + counts.wanted() + " pods ready")
                : status(now);
    }

    private Progress status(Instant now) {
        return counts.progress(now) instanceof Progress.Complete
                        && pods.stream().anyMatch(OwnedPod::leaving)
                ? new Progress.Going("waits: a pod is being deleted")
                : counts.progress(now);
    }

    /** {@return how far it is, in steps of pods: more while it gets on} */
    public int steps() {
        long replaced = way == RestartWay.EVICTION ? pods.size() - awaiting().count() : 0;
        return counts.updated() + counts.available() + (int) replaced;
    }

    /** {@return whether nothing is left to wait for after a restart for that change} One that was not restarted for it is not waited for. */
    public boolean isDoneWith(ChangeDigest restart) {
        return !markedFor(restart) || (counts.complete() && !evictionsLeft() && unmeshed == 0);
    }

    /** {@return whether it was restarted for that change, and is well since} */
    public boolean isWellAfter(ChangeDigest restart, Instant now) {
        return markedFor(restart) && !evictionsLeft() && progress(now) instanceof Progress.Complete;
    }

    /** {@return the same, seen well at that moment} */
    public Workload wellAt(Instant moment) {
        return with(outdated, counts.wellAt(moment));
    }

    /** {@return the same, outdated in that} */
    Workload with(Outdated other) {
        return with(other, counts);
    }

    /** {@return whether pods of it are} */
    public boolean isOutdated() {
        return !outdated.isEmpty();
    }

    /** {@return whether it was restarted for its change, is well, and is outdated all the same in what others may set, too} */
    public boolean isUncured(Instant now) {
        return outdated.curable()
                && isWellAfter(change, now)
                && outdated.kinds().stream()
                        .allMatch(kind -> OF_OTHERS.contains(kind.example().reason()));
    }

    /** {@return the same; no restart cures it where it is outdated in no more than it was after the restart before} */
    public Workload after(Workload uncured) {
        return uncured.outdated.isLessThan(outdated) ? this : with(outdated.uncurable());
    }

    private Workload with(Outdated otherOutdated, RolloutCounts otherCounts) {
        return new Workload(
                subject,
                resourceVersion,
                role,
                way,
                optIn,
                otherOutdated,
                change,
                mark,
                restarted,
                otherCounts,
                pods,
                cautions,
                unmeshed);
    }

    /** {@return whether it is well by its status} Of one that is not at hand not all pods need be known. */
    boolean atRest(Instant now) {
        return status(now) instanceof Progress.Complete;
    }

    /** {@return whether a restart would wait for a PodDisruptionBudget, and all others for it} */
    boolean evictionsForbidden() {
        return way == RestartWay.EVICTION && cautions.contains(Caution.NO_DISRUPTION_ALLOWED);
    }

    /** {@return whether pods are still to be evicted for the change of its mark} */
    public boolean evictionsLeft() {
        return awaiting().findAny().isPresent();
    }

    /**
     * {@return a pod that keeps the owner from replacing it} A StatefulSet waits for each pod to be ready before it looks at its template again, so one
     * that an earlier change broke stays for ever. It serves nothing, unless it is only starting: so it is waited for, and no second one goes.
     */
    Optional<OwnedPod> brokenPod(Instant now) {
        return counts.isStuck(now)
                        && pods.stream()
                                .noneMatch(pod -> pod.leaving()
                                        || (!pod.ready() && pod.mark().equals(mark)))
                ? broken().min(Comparator.comparing(OwnedPod::name))
                : Optional.empty();
    }

    /** {@return whether such a pod may be waited for} */
    public boolean hasBrokenPod() {
        return broken().findAny().isPresent();
    }

    private Stream<OwnedPod> broken() {
        return way == RestartWay.TEMPLATE && !isOptedOut()
                ? mark.stream().flatMap(own -> pods.stream().filter(pod -> pod.isBrokenBefore(own)))
                : Stream.of();
    }

    /** {@return the pod to evict now} One that is not ready may go at any time, any other only while all are well and a budget allows it. */
    Optional<OwnedPod> nextEviction(Instant now) {
        boolean rest = progress(now) instanceof Progress.Complete;
        boolean settled = counts.observed() && pods.stream().noneMatch(OwnedPod::leaving);
        return awaiting()
                .filter(pod -> (rest && !evictionsForbidden()) || (settled && !pod.ready()))
                .min(Comparator.comparing(OwnedPod::ready).thenComparing(OwnedPod::name));
    }

    /** A label that says no ends evictions in the middle; no other word would. */
    private Stream<OwnedPod> awaiting() {
        return way == RestartWay.EVICTION && !isOptedOut()
                ? mark.stream().flatMap(own -> pods.stream().filter(pod -> pod.awaits(own.change())))
                : Stream.of();
    }

    private boolean isOptedOut() {
        return optIn == RolloutOptIn.OUT || optIn == RolloutOptIn.NAMESPACE_OUT;
    }

    /** {@return whether it may be restarted by what labels and the LinkerdConfig say} */
    boolean isAsked(boolean controlPlaneToo) {
        return role.controlPlane() ? controlPlaneToo && optIn != RolloutOptIn.OUT : optIn == RolloutOptIn.IN;
    }

    /** {@return whether a restart is due, whatever time it is and how many others are at hand} */
    public boolean wants(boolean controlPlaneToo) {
        return isAsked(controlPlaneToo) && way.ours() && outdated.curable() && !markedFor(change);
    }
}
