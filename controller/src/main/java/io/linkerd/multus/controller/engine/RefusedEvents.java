// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Events that a duty could not write, by namespace and by what they are about: no Event can tell of that, so it stands among what the API server
 * refuses until each was written, or is wanted no more.
 */
public final class RefusedEvents {
    /** An API server that has just started refuses all until it knows the roles. */
    static final Duration LONG_ENOUGH = Duration.ofSeconds(3);

    /** A namespace may refuse Events for as long as it likes. */
    private static final Duration LATER = Duration.ofMinutes(5);

    private final String kind;
    private final StandingRefusals standing;
    private final LongSupplier nanoClock;
    private final Map<String, Map<String, Refusal>> refusals = new HashMap<>();

    /** When it was refused first, and last. */
    private record Refusal(long first, long last) {}

    /** Begins with nothing; {@code kind} is what metric and condition call it. */
    public RefusedEvents(String kind, StandingRefusals standing, MeterRegistry meters, LongSupplier nanoClock) {
        this.kind = kind;
        this.standing = standing;
        this.nanoClock = nanoClock;
        meters.gauge(
                "linkerd_multus_controller_refused",
                List.of(Tag.of("kind", kind)),
                standing,
                known -> known.count(kind));
    }

    /** One was refused, for the first time or again: it counts once it has been for {@link #LONG_ENOUGH}. */
    public synchronized void refused(String namespace, String about) {
        long now = nanoClock.getAsLong();
        var refusal = refusals.computeIfAbsent(namespace, _ -> new HashMap<>())
                .merge(about, new Refusal(now, now), (before, last) -> new Refusal(before.first(), last.last()));
        if (now - refusal.first() >= LONG_ENOUGH.toNanos()) {
            standing.begin(kind, namespace);
        }
    }

    /**
     * {@return after what time one that was refused is written again: negative or zero where that has come, empty where it was not refused} Whether
     * a refusal lasts is known soon.
     */
    public synchronized Optional<Duration> untilNextTry(String namespace, String about) {
        var pause = standing.has(kind, namespace) ? LATER : LONG_ENOUGH;
        return Optional.ofNullable(refusals.getOrDefault(namespace, Map.of()).get(about))
                .map(refusal -> pause.minusNanos(nanoClock.getAsLong() - refusal.last()));
    }

    /** It was written, or is wanted no more. */
    public synchronized void end(String namespace, String about) {
        var there = refusals.getOrDefault(namespace, new HashMap<>());
        there.remove(about);
        endIfNone(namespace, there);
    }

    /** Ends those about what is not so. */
    public synchronized void endUnless(Predicate<String> about) {
        Map.copyOf(refusals).forEach((namespace, there) -> {
            there.keySet().removeIf(about.negate());
            endIfNone(namespace, there);
        });
    }

    private void endIfNone(String namespace, Map<String, Refusal> there) {
        if (there.isEmpty()) {
            refusals.remove(namespace);
            standing.end(kind, namespace);
        }
    }
}
