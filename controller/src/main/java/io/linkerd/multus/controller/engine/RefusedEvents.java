// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Events that a duty could not write, by namespace and by what they are about: no Event can tell of that, so it stands among what the API server
 * refuses until each was written, or is wanted no more.
 */
public final class RefusedEvents {
    /** An API server that has just started refuses all until it knows the roles. */
    public static final Duration LONG_ENOUGH = Duration.ofSeconds(3);

    private final String kind;
    private final StandingRefusals standing;
    private final LongSupplier nanoClock;
    /** When each was refused first. */
    private final Map<String, Map<String, Long>> since = new HashMap<>();

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
        long first = since.computeIfAbsent(namespace, _ -> new HashMap<>()).computeIfAbsent(about, _ -> now);
        if (now - first >= LONG_ENOUGH.toNanos()) {
            standing.begin(kind, namespace);
        }
    }

    /** {@return whether Events have been refused there for long enough} */
    public boolean isStanding(String namespace) {
        return standing.has(kind, namespace);
    }

    /** It was written, or is wanted no more. */
    public synchronized void end(String namespace, String about) {
        var there = since.getOrDefault(namespace, new HashMap<>());
        there.remove(about);
        endIfNone(namespace, there);
    }

    /** Ends those about what is not so. */
    public synchronized void endUnless(Predicate<String> about) {
        Map.copyOf(since).forEach((namespace, there) -> {
            there.keySet().removeIf(about.negate());
            endIfNone(namespace, there);
        });
    }

    private void endIfNone(String namespace, Map<String, Long> there) {
        if (there.isEmpty()) {
            since.remove(namespace);
            standing.end(kind, namespace);
        }
    }
}
