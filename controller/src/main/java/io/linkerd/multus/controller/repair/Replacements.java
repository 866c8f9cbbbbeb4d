// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.ObjectWrites;
import io.linkerd.multus.controller.engine.notices.Occurrence;
import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.repair.plan.Lineage;
import io.linkerd.multus.controller.repair.plan.RepairNotices;
import io.linkerd.multus.controller.repair.plan.RepairPace;
import io.linkerd.multus.controller.repair.plan.RepairPlan;
import io.linkerd.multus.controller.repair.plan.Replacement;
import io.linkerd.multus.service.kube.ApiFailure;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces pods, and remembers when which owner lost one, and what came of it. The owner's Event is told before its pod goes, with what is known
 * of its lineage: a controller that is ended in between, or that follows another, reads there when the owner lost its last one, and how many
 * generations have ended alike.
 */
final class Replacements {
    private static final Logger log = LoggerFactory.getLogger(Replacements.class);

    /** Events have whole seconds. */
    private static final Duration EXACTNESS = Duration.ofSeconds(1);

    private final ObjectWrites writes;
    private final RepairEvents events;
    private final MeterRegistry meters;
    private final LongSupplier nanoClock;
    private final AtomicReference<RepairPace> pace = new AtomicReference<>(RepairPace.NONE);
    private final AtomicReference<Duration> begun = new AtomicReference<>(Duration.ZERO);
    /** Lineages of which we have told in the first moment of leading: by their Events' moments alone the leader before us might have. */
    private final Set<String> toldAtFirst = ConcurrentHashMap.newKeySet();

    Replacements(ObjectWrites writes, RepairEvents events, MeterRegistry meters, LongSupplier nanoClock) {
        this.writes = writes;
        this.events = events;
        this.meters = meters;
        this.nanoClock = nanoClock;
    }

    /** We lead; what others have done meanwhile is not known. */
    void begin() {
        pace.set(RepairPace.NONE);
        toldAtFirst.clear();
        begun.set(now());
    }

    /** {@return a moment of the clock of the pace} */
    Duration now() {
        return Duration.ofNanos(nanoClock.getAsLong());
    }

    /** {@return what is known of what was done} */
    RepairPace pace() {
        return pace.get();
    }

    /** {@return what is to be done about what is seen} From now on that is known to be all. */
    RepairPlan plan(RepairPlan.Observed seen, Duration pause) {
        var plan = RepairPlan.of(seen, pace.get(), now(), pause);
        pace.set(plan.pace());
        return plan;
    }

    /**
     * {@return what became of the pod; nothing where the leader before us knew of its lineage, or replaced one of its owner lately, so that
     * another plan is due}
     */
    Optional<Eviction> replace(Replacement replacement) {
        if (hasLearnt(replacement)) {
            return Optional.empty();
        }
        var pod = replacement.pod();
        var descent = replacement.descent();
        pace.updateAndGet(known -> known.taken(pod.namespace(), descent.owner(), now()));
        if (now().compareTo(begun.get().plus(EXACTNESS)) < 0) {
            toldAtFirst.add(descent.lineage());
        }
        var outcome = refusedToTell(replacement).orElseGet(() -> evict(pod));
        note(replacement, outcome);
        return Optional.of(outcome);
    }

    /**
     * {@return what became of the pod, which goes on the condition that it is as it was seen: another pod of the name, or a change, and nothing is
     * done} No pod is deleted, whatever the API server answers: every supported one serves evictions, and a budget's no is not gone around.
     *
     * @throws ApiException where nobody knows
     */
    private Eviction evict(MeshPod pod) {
        try {
            writes.evict(
                    pod.namespace(), pod.name(), Map.of("uid", pod.uid(), "resourceVersion", pod.resourceVersion()));
            return new Eviction.Evicted();
        } catch (ApiException e) {
            return Eviction.of(e);
        }
    }

    /** {@return what becomes of the pod where its owner's Event cannot be written; empty where it was} Without it there is no eviction. */
    private Optional<Eviction> refusedToTell(Replacement replacement) {
        try {
            events.happened(
                    RepairNotices.ofOwner(replacement.pod(), replacement.owner()),
                    pace.get().after(replacement, now()).inAnnotations());
            return Optional.empty();
        } catch (ApiException e) {
            if (e.failure() instanceof ApiFailure.Conflict) { // of the Event: nothing is known of the pod by it
                throw e;
            }
            return Optional.of(Eviction.of(e));
        }
    }

    /** What was seen since we lead is known, or was forgotten for good; what was before, Events tell for as long as it matters. */
    private boolean hasLearnt(Replacement replacement) {
        var now = now();
        var before = pace.get();
        if (before.knows(replacement)) {
            return false;
        }
        var pod = replacement.pod();
        if (events.told(RepairNotices.givenUp(pod, replacement.owner()))
                .filter(told -> isBeforeUs(told, replacement, now))
                .isPresent()) {
            pace.set(before.hopeless(replacement, now));
            return true;
        }
        var last = events.last(RepairNotices.ofOwner(pod, replacement.owner()))
                .filter(told -> isBeforeUs(told, replacement, now));
        var descent = replacement.descent();
        var lineage = last.flatMap(told -> lineage(told, replacement, now));
        var attempt = lastOfOwner(last, replacement, now);
        var learnt =
                lineage.map(known -> before.known(descent.lineage(), known)).orElse(before);
        pace.set(attempt.map(at -> learnt.known(descent.owner(), at)).orElse(learnt));
        return lineage.isPresent() || attempt.isPresent();
    }

    /** A container that was started anew has the identity of the one before. */
    private boolean isBeforeUs(Occurrence told, Replacement replacement, Duration now) {
        boolean mayBe = now.minus(told.ago()).compareTo(begun.get()) < 0;
        return !told.isOurs()
                || (mayBe && !toldAtFirst.contains(replacement.descent().lineage()));
    }

    private static Optional<Lineage> lineage(Occurrence told, Replacement replacement, Duration now) {
        return Lineage.told(told.word(), now, told.ago(), replacement.descent().remembered());
    }

    /** Of a DaemonSet each node has an Event of its own: that another node had its turn just before we led is taken for granted. */
    private Optional<Duration> lastOfOwner(Optional<Occurrence> last, Replacement replacement, Duration now) {
        var minute = RepairPace.FIRST.plus(EXACTNESS);
        var descent = replacement.descent();
        boolean mayBeOthers = now.minus(begun.get()).compareTo(minute) < 0
                && pace.get().next(descent.owner()).isEmpty();
        var ofNode = descent.node().map(_ -> begun.get());
        return mayBeOthers
                ? ofNode.or(() -> last.filter(told -> told.ago().compareTo(minute) < 0)
                        .map(told -> now.minus(told.ago()).plus(EXACTNESS)))
                : Optional.empty();
    }

    private void note(Replacement replacement, Eviction outcome) {
        var owner = replacement.descent().owner();
        var pod = replacement.pod();
        meters.counter("linkerd_multus_controller_repairs", "outcome", outcome.label())
                .increment();
        log.atInfo()
                .addKeyValue("namespace", pod.namespace())
                .addKeyValue("pod", pod.name())
                .addKeyValue(
                        "owner",
                        replacement.owner().kind() + "/" + replacement.owner().name())
                .addKeyValue("outcome", outcome.label())
                .log("a pod was started without Linkerd's rules");
        switch (outcome) {
            case Eviction.Evicted _ -> {
                pace.updateAndGet(known -> known.succeeded(replacement, now()));
                events.tell(RepairNotices.evicted(pod));
            }
            case Eviction.Refused(var words) -> {
                pace.updateAndGet(known -> known.refused(owner));
                events.tell(RepairNotices.waiting(pod, words));
            }
            case Eviction.Changed _ -> pace.updateAndGet(known -> known.returned(owner));
        }
    }
}
