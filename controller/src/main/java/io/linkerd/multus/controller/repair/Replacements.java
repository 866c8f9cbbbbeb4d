// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.controller.engine.notices.EventRecorder;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces pods, and remembers whose turn was when. The owner's Event is told before its pod goes: a controller that is ended in between, or
 * that follows another, reads there when the owner had its last turn.
 */
final class Replacements {
    private static final Logger log = LoggerFactory.getLogger(Replacements.class);

    /** Events have whole seconds. */
    private static final Duration EXACTNESS = Duration.ofSeconds(1);

    private final Evictions evictions;
    private final EventRecorder events;
    private final MeterRegistry meters;
    private final LongSupplier nanoClock;
    private final AtomicReference<Turns> turns = new AtomicReference<>(Turns.NONE);
    private final AtomicReference<Duration> begun = new AtomicReference<>(Duration.ZERO);

    Replacements(Evictions evictions, EventRecorder events, MeterRegistry meters, LongSupplier nanoClock) {
        this.evictions = evictions;
        this.events = events;
        this.meters = meters;
        this.nanoClock = nanoClock;
    }

    /** We lead; what others have done meanwhile is not known. */
    void begin() {
        turns.set(Turns.NONE);
        begun.set(now());
    }

    Turns turns() {
        return turns.get();
    }

    /** {@return a moment of the clock of the turns} */
    Duration now() {
        return Duration.ofNanos(nanoClock.getAsLong());
    }

    /** {@return what became of the pod; nothing where its owner has had a turn lately from whoever led before us} */
    Optional<Eviction> replace(RepairPlan.Replacement replacement) {
        var owner = replacement.owner().uid();
        var told = RepairNotices.ofOwner(replacement.pod(), replacement.owner());
        var earlier = earlierTurn(owner, told);
        if (earlier.isPresent()) {
            turns.updateAndGet(known -> known.known(owner, earlier.get()));
            return Optional.empty();
        }
        turns.updateAndGet(known -> known.taken(replacement.pod().namespace(), owner, now()));
        events.happened(told);
        var outcome = evictions.evict(replacement.pod());
        note(replacement, outcome);
        return Optional.of(outcome);
    }

    private Optional<Duration> earlierTurn(String owner, Notice told) {
        var minute = Turns.PAUSES.first().plus(EXACTNESS);
        var now = now();
        boolean mayBeOthers = now.minus(begun.get()).compareTo(minute) < 0
                && turns.get().next(owner).isEmpty();
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
            case EVICTED -> {
                turns.updateAndGet(known -> known.succeeded(owner));
                events.happened(RepairNotices.evicted(pod));
            }
            case DELETED -> {
                turns.updateAndGet(known -> known.succeeded(owner));
                events.happened(RepairNotices.deleted(pod));
            }
            case REFUSED -> {
                turns.updateAndGet(known -> known.refused(owner));
                events.happened(RepairNotices.waiting(pod));
            }
            case CHANGED -> turns.updateAndGet(known -> known.returned(owner));
        }
    }
}
