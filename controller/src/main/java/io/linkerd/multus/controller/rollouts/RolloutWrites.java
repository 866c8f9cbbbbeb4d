// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.DutyEvents;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.rollouts.plan.RolloutAction;
import io.linkerd.multus.controller.rollouts.plan.RolloutNotices;
import io.linkerd.multus.controller.rollouts.plan.Workload;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.values.linkerdconfig.RolloutSpec;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what a rollout does to workloads and pods, each on the condition that it is as it was seen. What is refused is tried again later,
 * and keeps nothing of another workload.
 */
final class RolloutWrites {
    private static final Logger log = LoggerFactory.getLogger(RolloutWrites.class);

    /** A budget allows the next eviction once a pod has become ready elsewhere. */
    private static final Duration AFTER_EVICTION_REFUSED = Duration.ofSeconds(10);

    /** A webhook or a policy refuses, and a person has to act: the first time after a refusal, twice as long after each further one. */
    private static final Duration AFTER_RESTART_REFUSED = Duration.ofMinutes(1);

    private static final Duration LONGEST = Duration.ofMinutes(30);

    /** More would be longer than that. */
    private static final int DOUBLINGS = 5;

    /** One that others change each time is as one that cannot be restarted. */
    private static final int CHANGES = 5;

    /** What another writer did is on its way through the watches. */
    private static final Duration AFTER_CHANGE = Duration.ofSeconds(1);

    private final ControllerContext context;
    private final DutyEvents events;
    private final LongSupplier nanoClock;
    /** By the uid of the workload. */
    private final Map<String, Wait> waits = new ConcurrentHashMap<>();
    /** Restarts by namespace. */
    private final Map<String, Integer> begun = new ConcurrentHashMap<>();

    /**
     * What was not done, and is done again later.
     *
     * @param action that was not done
     * @param until by the clock that only goes on
     * @param times in a row that it was not
     * @param told what a person is told meanwhile; empty where it passes by itself
     */
    private record Wait(RolloutAction action, long until, int times, Optional<Notice> told) {
        boolean isDenied() {
            return action instanceof RolloutAction.Restart && told.isPresent();
        }
    }

    RolloutWrites(ControllerContext context, DutyEvents events, LongSupplier nanoClock) {
        this.context = context;
        this.events = events;
        this.nanoClock = nanoClock;
    }

    /** Forgets what is not to be done any more: it is gone, is to have another change, has opted out, or was done though the answer said otherwise. */
    void retain(Map<String, Workload> workloads, RolloutSpec spec) {
        waits.entrySet()
                .removeIf(wait -> Optional.ofNullable(workloads.get(wait.getKey()))
                        .filter(known -> isStill(wait.getValue().action(), known, spec))
                        .isEmpty());
        begun.keySet()
                .retainAll(workloads.values().stream()
                        .map(one -> one.subject().namespace())
                        .collect(Collectors.toUnmodifiableSet()));
    }

    private static boolean isStill(RolloutAction action, Workload known, RolloutSpec spec) {
        return known.change().equals(action.workload().change())
                && switch (action) {
                    case RolloutAction.Restart _ ->
                        spec.mode() == RolloutSpec.Mode.AUTO && known.wants(spec.controlPlane());
                    case RolloutAction.Evict _ -> known.evictionsLeft() || known.hasBrokenPod();
                };
    }

    /** {@return uids of those whose restart was refused, and is not tried again yet} */
    Set<String> denied() {
        return waits.entrySet().stream()
                .filter(wait ->
                        wait.getValue().isDenied() && left(wait.getValue()).isPositive())
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** {@return what a person is told of what is not done} */
    List<Notice> refusals() {
        return waits.values().stream().flatMap(wait -> wait.told().stream()).toList();
    }

    /**
     * {@return when something that was not done is to be done again} What nothing of the plan did since it might have been is not waited for.
     *
     * @param denied those that the plan took for {@link #denied}
     */
    Optional<Duration> untilNextTry(Set<String> denied) {
        return waits.entrySet().stream()
                .filter(wait ->
                        denied.contains(wait.getKey()) || left(wait.getValue()).isPositive())
                .map(wait -> left(wait.getValue()))
                .map(left -> left.compareTo(AFTER_CHANGE) < 0 ? AFTER_CHANGE : left)
                .min(Comparator.naturalOrder());
    }

    /** {@return how many restarts of each namespace were begun for the present change of the mesh} */
    Map<String, Integer> begun() {
        return Map.copyOf(begun);
    }

    /** The counts of another change say nothing of this one. */
    void anotherChange() {
        begun.clear();
    }

    /** Ends all waits. */
    void forget() {
        waits.clear();
        begun.clear();
    }

    /**
     * Does it, or leaves it for later where the same was not done a moment ago. It is told before it is done.
     *
     * @return whether it was refused
     */
    boolean carryOut(RolloutAction action) {
        var uid = action.workload().subject().uid();
        var before = Optional.ofNullable(waits.get(uid));
        if (before.filter(wait -> left(wait).isPositive()).isPresent()) {
            return false;
        }
        int times = before.map(Wait::times).orElse(0) + 1;
        events.happened(RolloutNotices.of(action));
        try {
            send(action);
            note(action, "done");
            if (action instanceof RolloutAction.Restart) {
                begun.merge(action.workload().subject().namespace(), 1, Integer::sum);
            }
            waits.remove(uid);
            return false;
        } catch (ApiException e) {
            switch (e.failure()) {
                case ApiFailure.Conflict _, ApiFailure.NotFound _, ApiFailure.NamespaceTerminating _ -> {
                    note(action, "changed");
                    waits.put(
                            uid,
                            times < CHANGES
                                    ? waiting(action, AFTER_CHANGE, times, Optional.empty())
                                    : refused(action, times, "another writer changes it each time"));
                    return false;
                }
                case ApiFailure.Forbidden _, ApiFailure.Refused _ -> {
                    note(action, "refused");
                    waits.put(uid, refused(action, times, e.words()));
                    return true;
                }
                case ApiFailure.Unauthorized _, ApiFailure.Unreachable _ -> throw e;
            }
        }
    }

    private Wait refused(RolloutAction action, int times, String why) {
        var doubled = AFTER_RESTART_REFUSED.multipliedBy(1L << Math.min(times - 1, DOUBLINGS));
        var pause = action instanceof RolloutAction.Evict
                ? AFTER_EVICTION_REFUSED
                : doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
        return waiting(action, pause, times, Optional.of(RolloutNotices.refused(action, why)));
    }

    private Wait waiting(RolloutAction action, Duration pause, int times, Optional<Notice> told) {
        return new Wait(action, nanoClock.getAsLong() + pause.toNanos(), times, told);
    }

    private Duration left(Wait wait) {
        return Duration.ofNanos(wait.until() - nanoClock.getAsLong());
    }

    private void send(RolloutAction action) {
        switch (action) {
            case RolloutAction.Restart restart -> restart(restart);
            case RolloutAction.Evict(var workload, var pod) ->
                context.writes().evict(workload.subject().namespace(), pod.name(), Map.of("uid", pod.uid()));
        }
    }

    private void restart(RolloutAction.Restart restart) {
        var subject = restart.workload().subject();
        var seen = new GenericKubernetesResource();
        seen.setApiVersion(subject.apiVersion());
        seen.setKind(subject.kind());
        seen.setMetadata(new ObjectMetaBuilder()
                .withNamespace(subject.namespace())
                .withName(subject.name())
                .withUid(subject.uid())
                .withResourceVersion(restart.workload().resourceVersion())
                .build());
        var annotations = restart.mark().annotations(restart.now());
        context.writes()
                .patchAs(
                        context.instance().fieldManager(),
                        workloads(subject.kind()),
                        seen,
                        Map.of(),
                        Map.of("spec", Map.of("template", Map.of("metadata", Map.of("annotations", annotations)))));
    }

    /** Plurals of the kinds that are ours: Deployment, StatefulSet, DaemonSet, ReplicaSet. */
    private static ApiResource<GenericKubernetesResource> workloads(String kind) {
        return ApiResource.generic("apps", "v1", kind, kind.toLowerCase(Locale.ROOT) + "s", true);
    }

    private void note(RolloutAction action, String outcome) {
        var does = action instanceof RolloutAction.Evict ? "evict" : "restart";
        context.meters()
                .counter("linkerd_multus_controller_rollout_actions", "action", does, "outcome", outcome)
                .increment();
        var line = log.atInfo()
                .addKeyValue("workload", action.workload().inWords())
                .addKeyValue("action", does)
                .addKeyValue("outcome", outcome);
        if (action instanceof RolloutAction.Evict(var _, var pod)) {
            line = line.addKeyValue("pod", pod.name());
        }
        line.log("a workload has outdated pods");
    }
}
