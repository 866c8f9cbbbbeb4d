// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.rollouts.plan.AtHand;
import io.linkerd.multus.controller.rollouts.plan.Progress;
import io.linkerd.multus.controller.rollouts.plan.RolloutNotices;
import io.linkerd.multus.controller.rollouts.plan.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Restarted workloads that get no further: paused, with an eviction that is never allowed, or with a deadline that never comes. What their
 * owners may do without end, as deleting pods again and again, is no progress.
 */
final class Stalls {
    /** Three times as long as a Deployment has for its pods by default. */
    static final Duration LONGEST = Duration.ofMinutes(30);

    private final LongSupplier nanoClock;
    private final Map<String, Best> best = new ConcurrentHashMap<>();

    /** How far a restart has come at most, and since when. */
    private record Best(ChangeDigest change, int steps, long since) {}

    Stalls(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /**
     * {@return uids of those that have got no further for {@link #LONGEST}} Those that are at hand are looked at, and those that were until they are
     * well. What has failed is none of them: it stops others.
     */
    Set<String> look(Collection<AtHand> atHand, Map<String, Workload> known, Instant moment) {
        best.entrySet()
                .removeIf(one -> Optional.ofNullable(known.get(one.getKey()))
                        .filter(workload -> !workload.isDoneWith(one.getValue().change()))
                        .isEmpty());
        long now = nanoClock.getAsLong();
        atHand.forEach(one -> Optional.ofNullable(known.get(one.uid()))
                .ifPresent(workload -> best.merge(
                        one.uid(),
                        new Best(one.change(), workload.steps(), now),
                        (before, after) -> before.change().equals(after.change()) && before.steps() >= after.steps()
                                ? before
                                : after)));
        return best.entrySet().stream()
                .filter(one -> now - one.getValue().since() >= LONGEST.toNanos())
                .map(Map.Entry::getKey)
                .filter(uid -> Optional.ofNullable(known.get(uid))
                        .filter(one -> one.progress(moment) instanceof Progress.Failed)
                        .isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** {@return what a person is told of those} */
    static Stream<Notice> notices(Set<String> stalled, Map<String, Workload> workloads) {
        return stalled.stream()
                .flatMap(uid -> Optional.ofNullable(workloads.get(uid)).stream())
                .map(one -> RolloutNotices.skipped(one, LONGEST));
    }

    /** Forgets how far each had come. */
    void forget() {
        best.clear();
    }
}
