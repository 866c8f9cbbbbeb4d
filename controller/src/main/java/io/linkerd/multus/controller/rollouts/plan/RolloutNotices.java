// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import io.linkerd.multus.contracts.plans.Notice;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a person is told of a workload with outdated pods. */
public final class RolloutNotices {
    /** Reason of the Event about a workload that is restarted; ihcsim/linkerd-config had the same. */
    static final String RESTART = "PodRestart";
    /** Reason of the Event about a workload whose pods are outdated. */
    static final String OUTDATED = "PodsOutdated";
    /** Reason of the Event about a workload that does not get on after its restart. */
    static final String FAILED = "RolloutFailed";

    /** Reason of the Event about a workload whose new pods the injector left alone. */
    static final String UNMESHED = "RolloutUnmeshed";

    /** Reason of the Event about a workload whose restart the API server refuses. */
    static final String RESTART_REFUSED = "RestartRefused";
    /** Reason of the Event about a workload whose rollout gets no further, and holds up no other any more. */
    static final String SKIPPED = "WorkloadSkipped";
    /** Reason of the Event about a workload of which a pod cannot be evicted now. */
    static final String EVICTION_REFUSED = "EvictionRefused";

    /** So many are told at a time, of those that wait for a restart and of the others: each takes two requests, and is told again while it lasts. */
    static final int MOST_TOLD = 50;

    private RolloutNotices() {}

    /** Told before it is done. */
    public static Notice of(RolloutAction action) {
        var workload = action.workload();
        return switch (action) {
            case RolloutAction.Restart _ ->
                Notice.normal(
                        workload.subject(),
                        RESTART,
                        "linkerd-multus restarts this " + workload.subject().kind() + " ("
                                + workload.way().phrase()
                                + "), since pods are outdated: "
                                + workload.outdated().inWords() + "."
                                + cautions(workload, _ -> true));
            case RolloutAction.Evict(var _, var pod) ->
                Notice.normal(
                        workload.subject(),
                        RESTART,
                        "linkerd-multus evicts pod " + pod.name()
                                + ", which is outdated; another one takes its place.");
        };
    }

    /**
     * {@return what is told of workloads with outdated pods} None of it changes because a rollout gets on: of one at hand its restart is told, and
     * of many that wait for theirs the last ones, so that none follows where the first have gone.
     *
     * @param atHand what is at hand after this look
     */
    public static Stream<Notice> outdated(RolloutView view, Collection<AtHand> atHand) {
        var held = atHand.stream().map(AtHand::uid).collect(Collectors.toSet());
        var others = view.workloads().stream()
                .filter(one -> !one.outdated().isEmpty()
                        && !held.contains(one.subject().uid()))
                .collect(Collectors.partitioningBy(one -> one.wants(view.spec().controlPlane())));
        return Stream.concat(
                first(others.getOrDefault(true, List.of()), Workload.ORDER.reversed()),
                first(others.getOrDefault(false, List.of()), Workload.ORDER));
    }

    private static Stream<Notice> first(Collection<Workload> workloads, Comparator<Workload> order) {
        return workloads.stream().sorted(order).limit(MOST_TOLD).map(RolloutNotices::outdated);
    }

    /** {@return that its pods are outdated, and what becomes of it} For one with outdated pods; it says nothing that changes by itself. */
    static Notice outdated(Workload workload) {
        return Notice.normal(
                workload.subject(),
                OUTDATED,
                "Pods of this " + workload.subject().kind() + " run with an old configuration of Linkerd's: "
                        + workload.outdated().reasonsInWords() + ". " + next(workload)
                        + cautions(workload, caution -> caution != Caution.NO_DISRUPTION_ALLOWED));
    }

    /** {@return that it does not get on} */
    public static Notice failed(Workload workload, Progress.Failed failed) {
        if (workload.unmeshed() > 0) {
            return Notice.warning(
                    workload.subject(),
                    UNMESHED,
                    "After its restart by linkerd-multus this "
                            + workload.subject().kind() + " " + failed.why()
                            + ". No other workload is restarted. When linkerd-proxy-injector is available, restart it: kubectl rollout"
                            + " restart.");
        }
        return Notice.warning(
                workload.subject(),
                FAILED,
                "After its restart by linkerd-multus this " + workload.subject().kind() + " " + failed.why()
                        + ". linkerd-multus restarts no other workload of this namespace until it is well, the change is another, or"
                        + " it opts out; status.rollout of the LinkerdConfig says whether other namespaces wait for it, too.");
    }

    /** {@return that it gets no further, and what becomes of others meanwhile} */
    public static Notice skipped(Workload workload, Duration since) {
        return Notice.warning(
                workload.subject(),
                SKIPPED,
                "After its restart by linkerd-multus this " + workload.subject().kind() + " has got no further for "
                        + since.toMinutes()
                        + " minutes: no new pod, and no more of them available. Look at whether it is"
                        + " paused, and at its pods and their Events. " + meanwhile(workload));
    }

    /**
     * {@return that what was to be done is refused, and tried again}
     *
     * @param why the API server's words
     */
    public static Notice refused(RolloutAction action, String why) {
        var workload = action.workload();
        return switch (action) {
            case RolloutAction.Restart _ ->
                Notice.warning(
                        workload.subject(),
                        RESTART_REFUSED,
                        "linkerd-multus cannot restart this "
                                + workload.subject().kind() + ": " + why
                                + ". It is tried again later, half an hour apart at most. " + meanwhile(workload));
            case RolloutAction.Evict(var _, var pod) ->
                Notice.normal(
                        workload.subject(),
                        EVICTION_REFUSED,
                        "linkerd-multus cannot evict pod " + pod.name() + " now: " + why + ". It is tried again.");
        };
    }

    private static String meanwhile(Workload workload) {
        return workload.role().controlPlane()
                ? "Linkerd's control plane comes first: no other workload is restarted before it."
                : "Other workloads are restarted meanwhile.";
    }

    private static String next(Workload workload) {
        if (!workload.way().ours()) {
            return "It is left alone: it " + workload.way().phrase() + ".";
        }
        if (!workload.outdated().curable()) {
            return workload.mark().isPresent()
                    ? "It is left alone: a restart did not cure that, or would not."
                    : "It is left alone: a restart would not cure that.";
        }
        if (workload.role().controlPlane() && workload.optIn() != RolloutOptIn.OUT) {
            return "It is of Linkerd's control plane, which is restarted where rollouts.controlPlane of the"
                    + " LinkerdConfig is true.";
        }
        return workload.optIn() == RolloutOptIn.IN
                ? "It opted in to rollouts: " + workload.way().phrase() + "."
                : "It is left alone: it " + workload.optIn().phrase() + ".";
    }

    private static String cautions(Workload workload, Predicate<Caution> told) {
        var phrases = workload.cautions().stream()
                .filter(told)
                .sorted()
                .map(Caution::phrase)
                .collect(Collectors.joining("; it "));
        return phrases.isEmpty() ? "" : " Note that it " + phrases + ".";
    }
}
