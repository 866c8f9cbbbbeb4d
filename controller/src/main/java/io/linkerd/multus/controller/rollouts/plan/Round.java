// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.controller.rollouts.plan.Workload.Role;
import io.linkerd.multus.values.linkerdconfig.RolloutSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rules by which a view becomes a plan: what stays at hand, what comes to it, and what is done about it. */
final class Round {
    /** Each is asked for at each look. */
    private static final int MOST_SKIPPED = 20;

    /** As many as may be at once; the status has room for one more, which is of the control plane. */
    private static final int MOST = 100;

    /** What fails later than that after its restart fails for another reason: a Deployment has ten minutes by default. */
    private static final Duration RECENT = Duration.ofHours(2);

    /** Another leader's clock may be ahead. */
    private static final Duration AHEAD = Duration.ofMinutes(10);

    private final RolloutView view;
    private final Instant now;
    private final List<Workload> workloads;
    private final Map<String, Workload> byUid;
    private final List<Workload> due;
    private final List<Workload> controlPlane;
    private final Map<String, ChangeDigest> completed;
    private final Failures failures;
    private final boolean windowOpen;
    private final boolean controlPlaneAvailable;

    Round(RolloutView view) {
        this.view = view;
        this.now = view.now();
        this.workloads = view.workloads().stream().sorted(Workload.ORDER).toList();
        this.byUid = workloads.stream()
                .collect(Collectors.toMap(one -> one.subject().uid(), Function.identity(), (one, _) -> one));
        this.controlPlane =
                workloads.stream().filter(one -> one.role().controlPlane()).toList();
        var failed = failed();
        this.completed = completed(failed);
        this.failures = new Failures(failed, completed.keySet());
        this.due = inTurn();
        this.windowOpen = view.spec().window().map(window -> window.isOpen(now)).orElse(true);
        this.controlPlaneAvailable = isControlPlaneAvailable();
    }

    /** {@return the restarts of ours for the present change that failed} */
    Failures failures() {
        return failures;
    }

    /** {@return those for which all but the moment is right, in the order of their restarts} */
    List<Workload> due() {
        return due;
    }

    /**
     * Namespaces come in turn: the more of one have the present change, the later its next comes. So one with a thousand workloads does not keep one
     * with three waiting. Until two have completed the smallest come first, since these say soonest whether the change is good.
     */
    private List<Workload> inTurn() {
        var turns = new HashMap<String, Long>();
        view.remembered().begun().forEach((namespace, begun) -> turns.put(namespace, (long) begun));
        workloads.stream()
                .filter(one -> one.markedFor(one.change()))
                .collect(Collectors.groupingBy(one -> one.subject().namespace(), Collectors.counting()))
                .forEach((namespace, marked) -> turns.merge(namespace, marked, Math::max));
        var wanting = workloads.stream()
                .filter(one -> one.wants(view.spec().controlPlane()))
                .toList();
        var first = smallest(wanting, turns);
        record Turn(Workload workload, boolean later, long number) {}
        return wanting.stream()
                .map(one -> new Turn(
                        one,
                        !first.contains(one.subject().namespace()),
                        turns.merge(one.subject().namespace(), 1L, Long::sum)))
                .sorted(Comparator.comparing((Turn one) -> one.workload().role())
                        .thenComparing(one -> !one.workload().role().controlPlane() && one.later())
                        .thenComparingLong(one -> one.workload().role().controlPlane() ? 0 : one.number()))
                .map(Turn::workload)
                .toList();
    }

    /** With what was restarted there: one that is outdated again and again is no small one. One that cannot begin says nothing of the change. */
    private Set<String> smallest(List<Workload> wanting, Map<String, Long> turns) {
        var others = wanting.stream()
                .filter(one -> view.skips(one) || !one.atRest(now) || one.evictionsForbidden())
                .map(one -> one.subject().namespace())
                .collect(Collectors.toSet());
        others.addAll(completed.keySet());
        var sizes = new HashMap<String, Long>();
        wanting.stream()
                .filter(one -> !one.role().controlPlane())
                .map(one -> one.subject().namespace())
                .filter(namespace -> !others.contains(namespace))
                .forEach(namespace -> sizes.merge(namespace, 1L, Long::sum));
        sizes.replaceAll((namespace, size) -> size + turns.getOrDefault(namespace, 0L));
        return sizes.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .limit(Math.max(0, Failures.COMPLETED - failures.completed().size()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    List<AtHand> atHand() {
        var atHand = new ArrayList<>(kept());
        for (var workload : due) {
            if (!holds(atHand, workload) && hasRoom(atHand, workload) && begins(workload, false)) {
                atHand.add(AtHand.of(workload, false, 1));
            }
        }
        return atHand;
    }

    /** What is skipped stays at hand, since it may get on at any time; of many the last are let go. */
    private List<AtHand> kept() {
        var kept = view.atHand().stream().flatMap(this::kept).toList();
        long others = kept.stream().filter(one -> !skips(one)).count();
        var last = kept.stream()
                .filter(this::skips)
                .skip(Math.clamp(MOST - others, 0, MOST_SKIPPED))
                .collect(Collectors.toUnmodifiableSet());
        return kept.stream().filter(one -> !last.contains(one)).toList();
    }

    /** {@return whether it takes one of the places} What waits for the control plane leaves it room; for the others no restart may begin then. */
    boolean isGoing(AtHand one) {
        return !awaitsNext(one)
                && !skips(one)
                && (failures.stopAll()
                        || find(one).filter(failures.failed()::contains).isEmpty());
    }

    private boolean skips(AtHand one) {
        return find(one).filter(view::skips).isPresent();
    }

    Stream<RolloutAction> action(AtHand one) {
        var workload = Optional.ofNullable(byUid.get(one.uid()));
        if (workload.filter(known -> known.markedFor(one.change())).isEmpty()) {
            return workload.filter(known -> !isSetBack(one, known)).stream()
                    .map(known ->
                            new RolloutAction.Restart(known, new RolloutMark(one.change(), view.revision()), now));
        }
        return workload.filter(known -> unhindered(known.role())).stream()
                .flatMap(known -> eviction(known).map(pod -> new RolloutAction.Evict(known, pod)).stream());
    }

    private Optional<OwnedPod> eviction(Workload known) {
        return known.brokenPod(now)
                .or(() -> known.progress(now) instanceof Progress.Failed ? Optional.empty() : known.nextEviction(now));
    }

    boolean windowOpen() {
        return windowOpen;
    }

    /** {@return whether all of the control plane is there and at rest} Without it new pods would not become ready, or not be meshed. */
    boolean controlPlaneAvailable() {
        return controlPlaneAvailable;
    }

    private boolean isControlPlaneAvailable() {
        var there = EnumSet.noneOf(Role.class);
        controlPlane.stream()
                .filter(one -> one.atRest(now) && one.counts().wanted() > 0)
                .map(Workload::role)
                .forEach(there::add);
        return there.size() == controlPlane.size() && there.equals(EnumSet.complementOf(EnumSet.of(Role.DATA_PLANE)));
    }

    Optional<Workload> find(AtHand one) {
        return Optional.ofNullable(byUid.get(one.uid()));
    }

    /** Those at hand first. What this change restarted before stops what is still to come, whoever had it at hand, as a LinkerdConfig that is gone. */
    private List<Workload> failed() {
        var held = view.atHand().stream()
                .flatMap(one -> find(one).filter(known -> isSetBack(one, known) || isFailed(known)).stream());
        var before = workloads.stream().noneMatch(one -> one.wants(view.spec().controlPlane()))
                ? Stream.<Workload>of()
                : workloads.stream()
                        .filter(one -> one.restarted().filter(this::isRecent).isPresent())
                        .filter(this::isFailed);
        return Stream.concat(held, before).distinct().toList();
    }

    /** {@return the namespaces that have completed, and for which change} */
    Map<String, ChangeDigest> completedNamespaces() {
        return completed;
    }

    /**
     * {@return the namespaces in which all was restarted for the present change, and was well} A workload that was not asked for says nothing of it, and
     * one that is not well for a moment afterwards takes nothing of it back.
     */
    private Map<String, ChangeDigest> completed(List<Workload> failed) {
        var completed = new HashMap<String, ChangeDigest>();
        var asked = workloads.stream()
                .filter(one -> !one.role().controlPlane() && isAsked(one))
                .toList();
        asked.stream()
                .filter(one -> one.mark().isPresent() && one.isWellAfter(one.change(), now))
                .forEach(one -> completed.put(one.subject().namespace(), one.change()));
        asked.stream()
                .filter(one -> one.wants(view.spec().controlPlane())
                        || !one.isDoneWith(one.change())
                        || view.restsUntil(one).isPresent())
                .map(one -> one.subject().namespace())
                .forEach(completed::remove);
        asked.stream()
                .filter(one -> one.change()
                        .equals(view.remembered().completed().get(one.subject().namespace())))
                .forEach(one -> completed.put(one.subject().namespace(), one.change()));
        failed.forEach(one -> completed.remove(one.subject().namespace()));
        return completed;
    }

    /** {@return when the first of those that failed, and are not at hand, stops others no more, since its restart is too long ago} */
    Optional<Instant> failsUntil() {
        return failures.failed().stream()
                .filter(one -> !holds(view.atHand(), one))
                .flatMap(one -> one.restarted().stream())
                .map(moment -> moment.plus(RECENT))
                .filter(moment -> moment.isAfter(now))
                .min(Instant::compareTo);
    }

    /** Who may edit a workload can write any moment into it. */
    private boolean isRecent(Instant restarted) {
        return restarted.isAfter(now.minus(RECENT)) && restarted.isBefore(now.plus(AHEAD));
    }

    private boolean isAsked(Workload known) {
        return known.isAsked(view.spec().controlPlane());
    }

    private boolean isFailed(Workload known) {
        return known.markedFor(known.change())
                && isAsked(known)
                && (view.isUnsteady(known) || known.progress(now) instanceof Progress.Failed);
    }

    /** A person who takes a restart back, or a tool that replaces the whole template, is not fought: it stays at hand, and nothing is done. */
    private boolean isSetBack(AtHand one, Workload known) {
        return one.attempt() == 0
                && view.spec().mode() == RolloutSpec.Mode.AUTO
                && known.change().equals(one.change())
                && known.wants(view.spec().controlPlane());
    }

    /** {@return whether it failed, and is to be restarted once more for another change as soon as one may begin} */
    private boolean awaitsNext(AtHand one) {
        return find(one)
                .filter(known -> known.markedFor(one.change())
                        && !known.change().equals(one.change())
                        && known.progress(now) instanceof Progress.Failed)
                .isPresent();
    }

    /** A workload that is gone is not at hand any more; one that is not restarted yet is so only while its restart may begin. */
    private Stream<AtHand> kept(AtHand one) {
        return find(one).stream()
                .flatMap(known -> known.markedFor(one.change()) ? restarted(one, known) : announced(one, known));
    }

    /** One that was to be restarted once more is still at hand for the change before, as is one that another leader has restarted. */
    private Stream<AtHand> announced(AtHand one, Workload known) {
        if (isSetBack(one, known)) {
            return Stream.of(one);
        }
        if (begins(known, one.evenUnwell())) {
            return Stream.of(AtHand.of(known, one.evenUnwell(), one.attempt() + 1));
        }
        return known.mark().stream()
                .filter(mark -> one.evenUnwell() || known.markedFor(known.change()))
                .flatMap(mark -> restarted(one.backTo(mark.change()), known));
    }

    /** One that is not well stays at hand, whatever else the spec says since: the next would be begun in its place. */
    private Stream<AtHand> restarted(AtHand one, Workload known) {
        boolean newer = !known.change().equals(one.change());
        var progress = known.progress(now);
        if (newer && !(progress instanceof Progress.Complete) && begins(known, true)) {
            return Stream.of(AtHand.of(known, true, one.attempt() + 1));
        }
        boolean stays = switch (progress) {
            case Progress.Complete _ ->
                known.evictionsLeft()
                        || (!newer && isAsked(known) && view.restsUntil(known).isPresent());
            case Progress.Going _ -> true;
            case Progress.Failed _ -> newer ? known.wants(view.spec().controlPlane()) : isAsked(known);
        };
        return stays ? Stream.of(one.seenRestarted()) : Stream.of();
    }

    private boolean begins(Workload workload, boolean evenUnwell) {
        return view.spec().mode() == RolloutSpec.Mode.AUTO
                && workload.wants(view.spec().controlPlane())
                && !view.denies(workload)
                && (evenUnwell || (workload.atRest(now) && !workload.evictionsForbidden()))
                && windowOpen
                && unhindered(workload.role())
                && !failures.stop(workload)
                && isNext(workload);
    }

    private boolean unhindered(Role role) {
        return view.hindrances().stream().noneMatch(one -> one.controlPlaneToo() || !role.controlPlane());
    }

    /** The control plane goes first, each of it after those that it needs. */
    private boolean isNext(Workload workload) {
        boolean othersDone = controlPlane.stream()
                .filter(one -> one.role().compareTo(workload.role()) < 0)
                .noneMatch(one -> one.wants(view.spec().controlPlane()) || !one.atRest(now));
        return othersDone && (workload.role().controlPlane() || controlPlaneAvailable);
    }

    private static boolean holds(Collection<AtHand> atHand, Workload workload) {
        return atHand.stream()
                .anyMatch(one -> one.uid().equals(workload.subject().uid()));
    }

    private boolean hasRoom(Collection<AtHand> atHand, Workload workload) {
        var going = atHand.stream().filter(this::isGoing).toList();
        long beside = going.stream()
                .filter(one -> one.namespace().equals(workload.subject().namespace()))
                .count();
        int most = workload.role().controlPlane() ? MOST + 1 : MOST;
        return atHand.size() < most
                && going.size() < view.spec().atOnce()
                && beside < view.spec().perNamespace();
    }
}
