// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import io.linkerd.multus.values.linkerdconfig.RolloutSpec.Mode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a person is told of a round. */
final class RolloutStanding {
    private static final Set<RolloutReason> TOLD_ALWAYS =
            Set.of(RolloutReason.TRUST_ROOT_REPLACED, RolloutReason.TRUST_ANCHORS_UNREADABLE);

    private final RolloutView view;
    private final Round round;
    private final List<Workload> atHand;
    private final Failures failures;
    private final List<Workload> due;
    private final List<Workload> skipped;
    private final Set<String> restarted;

    RolloutStanding(RolloutView view, Round round, List<AtHand> atHand) {
        this.view = view;
        this.round = round;
        var going = atHand.stream().filter(round::isGoing).toList();
        this.atHand = going.stream().flatMap(one -> round.find(one).stream()).toList();
        this.failures = round.failures();
        var held = going.stream().map(AtHand::uid).collect(Collectors.toSet());
        this.due = round.due().stream()
                .filter(one -> !held.contains(one.subject().uid()) && !view.skips(one))
                .toList();
        this.skipped = view.workloads().stream()
                .filter(one -> !held.contains(one.subject().uid()) && view.skips(one))
                .toList();
        this.restarted = Stream.concat(this.atHand.stream(), due.stream())
                .map(one -> one.subject().uid())
                .collect(Collectors.toSet());
    }

    RolloutProgress progress() {
        var reason = reason();
        return new RolloutProgress(
                reason,
                message(reason),
                names(view.workloads().stream().filter(one -> !one.outdated().isEmpty())),
                names(due.stream()),
                names(atHand.stream()),
                names(failures.failed().stream()),
                names(view.workloads().stream().filter(this::left)));
    }

    /** {@return when something may change without a word of the API server} */
    Optional<Instant> again() {
        var opening = view.spec().mode() == Mode.AUTO && !due.isEmpty() && !round.windowOpen()
                ? opening().stream()
                : Stream.<Instant>of();
        var failing = atHand.stream()
                .flatMap(one -> one.counts().failsAt().stream())
                .filter(moment -> moment.isAfter(view.now()));
        return Stream.of(
                        opening,
                        failing,
                        resting().map(view::restsUntil).flatMap(Optional::stream),
                        round.failsUntil().stream())
                .flatMap(Function.identity())
                .min(Instant::compareTo);
    }

    private RolloutReason reason() {
        var hindrance = hindrance();
        if (failures.stopAll()) {
            return failures.unmeshed().isEmpty() ? RolloutReason.FAILED : RolloutReason.UNMESHED;
        }
        if (hindrance.filter(one -> one.controlPlaneToo() || atHand.isEmpty()).isPresent()) {
            return hindrance.get().reason();
        }
        if (!atHand.isEmpty()) {
            return RolloutReason.ROLLING;
        }
        if (!failures.failed().isEmpty() && due.stream().allMatch(failures::stop)) {
            return RolloutReason.FAILED;
        }
        if (view.workloads().stream().allMatch(one -> one.outdated().isEmpty())) {
            return RolloutReason.UP_TO_DATE;
        }
        if (view.spec().mode() == Mode.AUTO && (skipsControlPlane() || (due.isEmpty() && !skipped.isEmpty()))) {
            return RolloutReason.WORKLOADS_SKIPPED;
        }
        if (due.isEmpty() || view.spec().mode() == Mode.OFF) {
            return due.isEmpty() ? RolloutReason.NOTHING_TO_RESTART : RolloutReason.OFF;
        }
        if (view.spec().mode() == Mode.DRY_RUN) {
            return RolloutReason.DRY_RUN;
        }
        if (!round.windowOpen()) {
            return RolloutReason.WAITING_FOR_WINDOW;
        }
        return round.controlPlaneAvailable()
                ? RolloutReason.WAITING_FOR_WORKLOADS
                : RolloutReason.CONTROL_PLANE_NOT_AVAILABLE;
    }

    /** While rollouts are off only that is told of which a person must know who restarts workloads by hand. */
    private Optional<Hindrance> hindrance() {
        return view.hindrances().stream()
                .filter(one -> TOLD_ALWAYS.contains(one.reason())
                        || (view.spec().mode() != Mode.OFF && !(due.isEmpty() && atHand.isEmpty())))
                .findFirst();
    }

    private String message(RolloutReason reason) {
        return switch (reason) {
            case UP_TO_DATE -> "No meshed pod is outdated.";
            case OFF ->
                "Rollouts are off; these would be restarted: "
                        + names(due.stream()).inWords() + ".";
            case DRY_RUN -> "Would be restarted, in this order: " + inOrder() + ".";
            case ROLLING -> "Being restarted: " + names(atHand.stream()).inWords() + "." + waiting() + rest();
            case NOTHING_TO_RESTART ->
                "Outdated, and not restarted by linkerd-multus: "
                        + names(view.workloads().stream().filter(this::left)).inWords() + ".";
            case WORKLOADS_SKIPPED ->
                "Skipped, since their restart is denied or gets no further, and looked at again: "
                        + names(skipped.stream()).inWords() + ". Events of each say why."
                        + (skipsControlPlane()
                                ? " Linkerd's control plane comes first: no other workload is restarted before it."
                                : "");
            case WAITING_FOR_WORKLOADS ->
                "Waiting for workloads that are being rolled out, or are not well: "
                        + names(due.stream()).inWords() + ".";
            case WAITING_FOR_WINDOW ->
                "Waiting for the window"
                        + opening().map(moment -> ", which opens at " + moment).orElse("") + ".";
            case CONTROL_PLANE_NOT_AVAILABLE ->
                "Waiting for linkerd-identity, linkerd-destination and linkerd-proxy-injector to be rolled out and"
                        + " available, with one replica or more each: without them new pods do not become ready, or are not"
                        + " meshed.";
            case FAILED -> failure();
            case UNMESHED ->
                "Stopped: after a restart new pods of "
                        + names(failures.unmeshed().stream()).inWords()
                        + " have no proxy. See that linkerd-proxy-injector is available and that its webhook selects them, and then"
                        + " restart each with kubectl rollout restart. Rollouts go on by themselves after that.";
            case WAITING_FOR_INJECTORS,
                    IDENTITY_NOT_RESTARTED,
                    TRUST_ROOT_REPLACED,
                    TRUST_ANCHORS_UNREADABLE,
                    RIGHTS_MISSING,
                    POLICY_NOT_SERVED -> hindrance().map(Hindrance::message).orElse("");
        };
    }

    private boolean skipsControlPlane() {
        return skipped.stream().anyMatch(one -> one.role().controlPlane());
    }

    private String failure() {
        var first = failures.failed().getFirst();
        var stopped = failures.stopAll()
                ? "Stopped"
                : "Stopped in namespace " + first.subject().namespace() + ", since others have completed";
        if (!first.markedFor(first.change())) {
            return stopped + ": the pod template of " + first.inWords()
                    + " was set back after its restart, as kubectl rollout undo does, and nothing is restarted twice"
                    + " for one change. Rollouts go on when it is restarted by another, when it opts out, or for"
                    + " another change.";
        }
        if (view.isUnsteady(first)) {
            return stopped + ": after its restart " + first.inWords() + " " + Progress.UNSTEADY
                    + ". Rollouts go on when its pods have been available for "
                    + view.spec().pause().toSeconds()
                    + " s, for another change, or when it opts out.";
        }
        var why = first.progress(view.now()) instanceof Progress.Failed(var reason) ? reason : "does not get on";
        return stopped + ": after its restart " + first.inWords() + " " + why
                + ". Rollouts go on when its pods are available,"
                + " for another change, or when it opts out."
                + (first.subject().kind().equals("StatefulSet")
                        ? " A StatefulSet waits for a pod that does not become ready before it replaces any: delete that pod by"
                                + " kubectl delete pod --namespace "
                                + first.subject().namespace() + "."
                        : "");
    }

    private String waiting() {
        var held = names(atHand.stream().filter(Workload::evictionsForbidden));
        var paused = names(atHand.stream().filter(one -> one.counts().paused()));
        return (held.count() == 0 ? "" : " A PodDisruptionBudget allows no eviction now of: " + held.inWords() + ".")
                + (paused.count() == 0
                        ? ""
                        : " Paused, so that nothing goes on until it is resumed: " + paused.inWords() + ".")
                + (skipped.isEmpty()
                        ? ""
                        : " Skipped, as their Events say: "
                                + names(skipped.stream()).inWords() + ".")
                + (failures.failed().isEmpty()
                        ? ""
                        : " Nothing more is restarted in the namespaces of those that failed: "
                                + names(failures.failed().stream()).inWords() + ".");
    }

    /** Those that are well, and have to stay so for a while. */
    private Stream<Workload> resting() {
        return atHand.stream().filter(one -> view.restsUntil(one).isPresent());
    }

    private String rest() {
        var resting = names(resting());
        var next = resting()
                .flatMap(one -> view.restsUntil(one).stream())
                .min(Instant::compareTo)
                .map(moment -> " Well again, and has to be until " + moment.truncatedTo(ChronoUnit.SECONDS)
                        + " before the next takes its place: " + resting.inWords() + ".");
        long pauses = view.spec().pause().toSeconds() * turns();
        return next.orElse("")
                + (pauses == 0 ? "" : " The pauses of the rest take " + Math.ceilDiv(pauses, 60) + " min at least.");
    }

    /** {@return how many are restarted one after the other, where all goes well} */
    private long turns() {
        long most = due.stream()
                .collect(Collectors.groupingBy(one -> one.subject().namespace(), Collectors.counting()))
                .values()
                .stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
        return Math.max(
                Math.ceilDiv(due.size(), view.spec().atOnce()),
                Math.ceilDiv(most, view.spec().perNamespace()));
    }

    private String inOrder() {
        return new FirstNames(
                        due.stream()
                                .limit(FirstNames.NAMED)
                                .map(Workload::inWords)
                                .toList(),
                        due.size())
                .inWords();
    }

    private Optional<Instant> opening() {
        return view.spec().window().flatMap(window -> window.nextOpening(view.now()));
    }

    private boolean left(Workload one) {
        return !one.outdated().isEmpty() && !restarted.contains(one.subject().uid());
    }

    private static FirstNames names(Stream<Workload> workloads) {
        return FirstNames.of(workloads);
    }
}
