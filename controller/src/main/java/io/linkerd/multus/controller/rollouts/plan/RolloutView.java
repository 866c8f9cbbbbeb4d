// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.values.linkerdconfig.RolloutSpec;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All that a plan rests on. The LinkerdConfig is read first, and then those workloads from the API server itself that it says are at hand;
 * all others may come from a cache.
 *
 * @param spec what the LinkerdConfig says
 * @param revision of the LinkerdConfig, by {@link RolloutMark#revision}
 * @param workloads all with meshed pods, and the three of the control plane
 * @param atHand what the LinkerdConfig's status says is at hand
 * @param hindrances why no restart may begin, the weightiest first
 * @param remembered what no object says
 * @param now the present moment
 */
public record RolloutView(
        RolloutSpec spec,
        String revision,
        Collection<Workload> workloads,
        List<AtHand> atHand,
        List<Hindrance> hindrances,
        Remembered remembered,
        Instant now) {
    /**
     * What the leader knows of workloads from the looks before, by their uids. A new leader knows nothing of it, and waits the longer.
     *
     * @param denied those whose restart was denied, until it is tried again: each holds up no other
     * @param stalled those that have got no further for long, and hold up no other either
     * @param resting those that are well after their restart, and until when they have to be before another takes their place
     * @param unsteady those that were well again and again for long, and never for so long
     * @param begun how many restarts of each namespace it has begun
     * @param completed namespaces that had completed, and for which changes
     */
    public record Remembered(
            Set<String> denied,
            Set<String> stalled,
            Map<String, Instant> resting,
            Set<String> unsteady,
            Map<String, Integer> begun,
            Map<String, ChangeDigest> completed) {
        /** Of a new leader. */
        public static final Remembered NOTHING =
                new Remembered(Set.of(), Set.of(), Map.of(), Set.of(), Map.of(), Map.of());

        /** Copies. */
        public Remembered {
            denied = Set.copyOf(denied);
            stalled = Set.copyOf(stalled);
            resting = Map.copyOf(resting);
            unsteady = Set.copyOf(unsteady);
            begun = Map.copyOf(begun);
            completed = Map.copyOf(completed);
        }
    }

    /** Copies. */
    public RolloutView {
        workloads = List.copyOf(workloads);
        atHand = List.copyOf(atHand);
        hindrances = List.copyOf(hindrances);
    }

    /** Before anything is known that keeps a restart. */
    public RolloutView(
            RolloutSpec spec, String revision, Collection<Workload> workloads, List<AtHand> atHand, Instant now) {
        this(spec, revision, workloads, atHand, List.of(), Remembered.NOTHING, now);
    }

    /** {@return the same with these hindrances} */
    public RolloutView with(List<Hindrance> others) {
        return new RolloutView(spec, revision, workloads, atHand, others, remembered, now);
    }

    /** {@return the same, with what is remembered} */
    public RolloutView remembering(Remembered known) {
        return new RolloutView(spec, revision, workloads, atHand, hindrances, known, now);
    }

    boolean denies(Workload workload) {
        return remembered.denied().contains(workload.subject().uid());
    }

    boolean skips(Workload workload) {
        return denies(workload)
                || remembered.stalled().contains(workload.subject().uid());
    }

    /** {@return whether it was well again and again, and does not stay so} */
    public boolean isUnsteady(Workload workload) {
        return remembered.unsteady().contains(workload.subject().uid());
    }

    /** {@return until when it has to be well before another takes its place; empty where it need not} */
    Optional<Instant> restsUntil(Workload workload) {
        return Optional.ofNullable(remembered.resting().get(workload.subject().uid()));
    }
}
