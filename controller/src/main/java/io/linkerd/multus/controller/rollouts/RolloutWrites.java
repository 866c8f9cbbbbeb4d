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
import io.linkerd.multus.service.kube.ApiFailure;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out what a rollout does to workloads and pods, each on the condition that it is as it was seen. */
final class RolloutWrites {
    private static final Logger log = LoggerFactory.getLogger(RolloutWrites.class);

    /** A budget allows the next eviction once a pod has become ready elsewhere. */
    private static final Duration AFTER_EVICTION_REFUSED = Duration.ofSeconds(10);

    /** A webhook or a policy refuses; a person has to act. */
    private static final Duration AFTER_RESTART_REFUSED = Duration.ofMinutes(1);

    /** What another writer did is on its way through the watches. */
    private static final Duration AFTER_CHANGE = Duration.ofSeconds(1);

    private final ControllerContext context;
    private final DutyEvents events;
    private final LongSupplier nanoClock;
    private final AtomicReference<Optional<Long>> notBefore = new AtomicReference<>(Optional.empty());

    RolloutWrites(ControllerContext context, DutyEvents events, LongSupplier nanoClock) {
        this.context = context;
        this.events = events;
        this.nanoClock = nanoClock;
    }

    /** {@return how long nothing is to be done, after something was refused} All at hand wait: a rollout does not go around what is stuck. */
    Optional<Duration> pause() {
        return notBefore
                .get()
                .map(moment -> Duration.ofNanos(moment - nanoClock.getAsLong()))
                .filter(Duration::isPositive);
    }

    /** Ends the pause. */
    void forget() {
        notBefore.set(Optional.empty());
    }

    /**
     * {@return what a person is told where it is refused} It is told before it is done. One that has changed since it was seen is looked at
     * again soon.
     */
    Optional<Notice> carryOut(RolloutAction action) {
        events.happened(RolloutNotices.of(action));
        try {
            send(action);
            note(action, "done");
            return Optional.empty();
        } catch (ApiException e) {
            return switch (e.failure()) {
                case ApiFailure.Conflict _, ApiFailure.NotFound _, ApiFailure.NamespaceTerminating _ -> {
                    note(action, "changed");
                    wait(AFTER_CHANGE);
                    yield Optional.empty();
                }
                case ApiFailure.Forbidden _, ApiFailure.Refused _ -> {
                    note(action, "refused");
                    wait(action instanceof RolloutAction.Evict ? AFTER_EVICTION_REFUSED : AFTER_RESTART_REFUSED);
                    yield Optional.of(RolloutNotices.refused(action, e.words()));
                }
                case ApiFailure.Unauthorized _, ApiFailure.Unreachable _ -> throw e;
            };
        }
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

    private void wait(Duration pause) {
        long moment = nanoClock.getAsLong() + pause.toNanos();
        notBefore.updateAndGet(
                before -> Optional.of(before.filter(one -> one - moment > 0).orElse(moment)));
    }
}
