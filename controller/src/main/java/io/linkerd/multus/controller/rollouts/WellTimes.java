// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.rollouts.plan.AtHand;
import io.linkerd.multus.controller.rollouts.plan.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Since when restarted workloads are well, and since when they are not any more. Whether a change is good shows only after a while; that a pod is
 * not ready for a moment says nothing.
 */
final class WellTimes {
    private final Map<String, Times> times = new ConcurrentHashMap<>();

    /**
     * What was seen of a workload that was restarted for a change.
     *
     * @param first when it was well for the first time
     * @param well since when it is well, or was at last
     * @param unwell since when it is not any more
     */
    private record Times(ChangeDigest change, Instant first, Instant well, Optional<Instant> unwell) {}

    /** {@return the same workloads; what was well has as long to be so again as what was restarted} */
    List<Workload> look(Collection<Workload> workloads, Instant now) {
        var seen = new HashMap<String, Times>();
        for (var one : workloads) {
            one.mark().ifPresent(mark -> {
                var before = Optional.ofNullable(times.get(one.subject().uid()))
                        .filter(known -> known.change().equals(mark.change()));
                seenAt(one, mark.change(), before, now)
                        .ifPresent(known -> seen.put(one.subject().uid(), known));
            });
        }
        times.keySet().retainAll(seen.keySet());
        times.putAll(seen);
        return workloads.stream()
                .map(one -> Optional.ofNullable(seen.get(one.subject().uid()))
                        .flatMap(Times::unwell)
                        .map(one::wellAt)
                        .orElse(one))
                .toList();
    }

    /** A clock that was set back begins anew. */
    private static Optional<Times> seenAt(Workload one, ChangeDigest change, Optional<Times> before, Instant now) {
        var first = before.map(Times::first).filter(moment -> !moment.isAfter(now));
        if (!one.isWellAfter(change, now)) {
            return before.map(known -> new Times(
                    change,
                    first.orElse(now),
                    known.well(),
                    Optional.of(known.unwell()
                            .filter(moment -> !moment.isAfter(now))
                            .orElse(now))));
        }
        var since = before.filter(known -> known.unwell().isEmpty())
                .map(Times::well)
                .filter(moment -> !moment.isAfter(now));
        return Optional.of(new Times(change, first.orElse(now), since.orElse(now), Optional.empty()));
    }

    /**
     * {@return uids of those at hand that are well again and again, and do not stay so} Of those that were looked at. Each moment in which one is
     * well is no progress.
     */
    Set<String> unsteady(Collection<AtHand> atHand, Duration pause, Instant now) {
        return atHand.stream()
                .filter(one -> Optional.ofNullable(times.get(one.uid()))
                        .filter(known -> known.change().equals(one.change())
                                && !known.first()
                                        .plus(pause)
                                        .plus(Stalls.LONGEST)
                                        .isAfter(now)
                                && (known.unwell().isPresent()
                                        || known.well().plus(pause).isAfter(now)))
                        .isPresent())
                .map(AtHand::uid)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** {@return until when those at hand that are well have to stay so, by their uids} Of those that were looked at. */
    Map<String, Instant> resting(Collection<AtHand> atHand, Duration pause, Instant now) {
        var resting = new HashMap<String, Instant>();
        atHand.forEach(one -> Optional.ofNullable(times.get(one.uid()))
                .filter(known ->
                        known.change().equals(one.change()) && known.unwell().isEmpty())
                .map(known -> known.well().plus(pause))
                .filter(until -> until.isAfter(now))
                .ifPresent(until -> resting.put(one.uid(), until)));
        return resting;
    }

    /** Forgets all of them. */
    void forget() {
        times.clear();
    }
}
