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
    /** A container that ends half a minute after its start does so eight times in half an hour. */
    private static final int DROPS = 4;

    private final Map<String, Times> times = new ConcurrentHashMap<>();
    private final Map<String, Held> held = new ConcurrentHashMap<>();

    /** Since when it is at hand for a change. */
    private record Held(ChangeDigest change, Instant since) {
        /** A clock that was set back starts the time again. */
        boolean isSame(Held later) {
            return change.equals(later.change) && !since.isAfter(later.since);
        }
    }

    /**
     * What was seen of a workload that was restarted for a change.
     *
     * @param wanted how many pods it wants: with a different number the count starts again
     * @param drops how often it was well, and then not any more
     * @param well since when it is well, or was at last
     * @param unwell since when it is not any more
     */
    private record Times(ChangeDigest change, int wanted, int drops, Instant well, Optional<Instant> unwell) {}

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

    /** A clock that was set back starts the time again. */
    private static Optional<Times> seenAt(Workload one, ChangeDigest change, Optional<Times> before, Instant now) {
        int wanted = one.counts().wanted();
        int drops = before.filter(known -> known.wanted() == wanted)
                .map(Times::drops)
                .orElse(0);
        if (!one.isWellAfter(change, now)) {
            return before.map(known -> new Times(
                    change,
                    wanted,
                    drops + (known.unwell().isEmpty() ? 1 : 0),
                    known.well(),
                    Optional.of(known.unwell()
                            .filter(moment -> !moment.isAfter(now))
                            .orElse(now))));
        }
        var since = before.filter(known -> known.unwell().isEmpty())
                .map(Times::well)
                .filter(moment -> !moment.isAfter(now));
        return Optional.of(new Times(change, wanted, drops, since.orElse(now), Optional.empty()));
    }

    /**
     * {@return uids of those at hand that are well again and again, and do not stay so} Of those that were looked at. Each moment in which one is
     * well is no progress. A pod that is moved, or one more that is wanted, is no reason.
     */
    Set<String> unsteady(Collection<AtHand> atHand, Duration pause, Instant now) {
        held.keySet().retainAll(atHand.stream().map(AtHand::uid).toList());
        atHand.forEach(one -> held.merge(
                one.uid(), new Held(one.change(), now), (before, after) -> before.isSame(after) ? before : after));
        var longest = Stalls.LONGEST.compareTo(pause.multipliedBy(3)) > 0 ? Stalls.LONGEST : pause.multipliedBy(3);
        return atHand.stream()
                .filter(one -> Optional.ofNullable(times.get(one.uid()))
                        .filter(known -> known.change().equals(one.change())
                                && known.drops() >= DROPS
                                && Optional.ofNullable(held.get(one.uid()))
                                        .filter(since ->
                                                !since.since().plus(longest).isAfter(now))
                                        .isPresent()
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
        held.clear();
    }
}
