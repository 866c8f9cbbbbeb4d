// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.repair.RepairNotices;
import io.linkerd.multus.contracts.plans.repair.RepairPace;
import io.linkerd.multus.contracts.plans.repair.RepairPlan;
import io.linkerd.multus.contracts.plans.repair.Unhelped;
import io.linkerd.multus.controller.engine.notices.EventRecorder;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces pods, and remembers when which owner lost one. The owner's Event is told before its pod goes: a controller that is ended in
 * between, or that follows another, reads there when the owner lost its last one.
 */
final class Replacements {
    private static final Logger log = LoggerFactory.getLogger(Replacements.class);

    /** Events have whole seconds. */
    private static final Duration EXACTNESS = Duration.ofSeconds(1);

    private final Evictions evictions;
    private final EventRecorder events;
    private final MeterRegistry meters;
    private final LongSupplier nanoClock;
    private final AtomicReference<RepairPace> pace = new AtomicReference<>(RepairPace.NONE);
    private final AtomicReference<Duration> begun = new AtomicReference<>(Duration.ZERO);

    Replacements(Evictions evictions, EventRecorder events, MeterRegistry meters, LongSupplier nanoClock) {
        this.evictions = evictions;
        this.events = events;
        this.meters = meters;
        this.nanoClock = nanoClock;
    }

    /** We lead; what others have done meanwhile is not known. */
    void begin() {
        pace.set(RepairPace.NONE);
        begun.set(now());
    }

    RepairPace pace() {
        return pace.get();
    }

    /** {@return a moment of the clock of the pace} */
    Duration now() {
        return Duration.ofNanos(nanoClock.getAsLong());
    }

    /**
     * {@return what became of the pod; nothing where the leader before us replaced one of its owner lately, or has given up on them}
     */
    Optional<Eviction> replace(RepairPlan.Replacement replacement) {
        var owner = replacement.owner().uid();
        if (wasGivenUp(replacement)) {
            pace.updateAndGet(known -> known.hopeless(replacement.pod(), replacement.owner(), now()));
            return Optional.empty();
        }
        var told = RepairNotices.ofOwner(replacement.pod(), replacement.owner());
        var earlier = earlierAttempt(owner, told);
        if (earlier.isPresent()) {
            pace.updateAndGet(known -> known.known(owner, earlier.get()));
            return Optional.empty();
        }
        pace.updateAndGet(known -> known.taken(replacement.pod().namespace(), owner, now()));
        events.happened(told);
        var outcome = evictions.evict(replacement.pod());
        note(replacement, outcome);
        return Optional.of(outcome);
    }

    /** Remembers, as long as there are such pods, that replacing them is of no use. */
    void noteLeft(Unhelped unhelped) {
        if (unhelped.why() == Unhelped.Why.SUCCESSORS_ALIKE) {
            unhelped.pod()
                    .owner()
                    .ifPresent(owner -> pace.updateAndGet(known -> known.hopeless(unhelped.pod(), owner, now())));
        }
    }

    /** What this controller has seen itself it knows; what another one saw is told in an Event for as long as it holds. */
    private boolean wasGivenUp(RepairPlan.Replacement replacement) {
        return !pace.get().knows(replacement)
                && events.isTold(RepairNotices.givenUp(replacement.pod(), replacement.owner()));
    }

    private Optional<Duration> earlierAttempt(String owner, Notice told) {
        var minute = RepairPace.FIRST.plus(EXACTNESS);
        var now = now();
        boolean mayBeOthers = now.minus(begun.get()).compareTo(minute) < 0
                && pace.get().next(owner).isEmpty();
        return mayBeOthers
                ? events.sinceLast(told)
                        .filter(ago -> ago.compareTo(minute) < 0)
                        .map(ago -> now.minus(ago).plus(EXACTNESS))
                : Optional.empty();
    }

    private void note(RepairPlan.Replacement replacement, Eviction outcome) {
        var owner = replacement.owner().uid();
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
                events.happened(RepairNotices.evicted(pod));
            }
            case Eviction.Refused(var words) -> {
                pace.updateAndGet(known -> known.refused(owner));
                events.happened(RepairNotices.waiting(pod, words));
            }
            case Eviction.Changed _ -> pace.updateAndGet(known -> known.returned(owner));
        }
    }
}
