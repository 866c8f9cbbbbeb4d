// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.values.linkerdconfig.RolloutSpec;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
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
 * @param denied uids of workloads whose restart was denied, until it is tried again: each holds up no other
 * @param stalled uids of those that have got no further for long, and hold up no other either
 * @param now the present moment
 */
public record RolloutView(
        RolloutSpec spec,
        String revision,
        Collection<Workload> workloads,
        List<AtHand> atHand,
        List<Hindrance> hindrances,
        Set<String> denied,
        Set<String> stalled,
        Instant now) {
    /** Copies. */
    public RolloutView {
        workloads = List.copyOf(workloads);
        atHand = List.copyOf(atHand);
        hindrances = List.copyOf(hindrances);
        denied = Set.copyOf(denied);
        stalled = Set.copyOf(stalled);
    }

    /** Before anything is known that keeps a restart. */
    public RolloutView(
            RolloutSpec spec, String revision, Collection<Workload> workloads, List<AtHand> atHand, Instant now) {
        this(spec, revision, workloads, atHand, List.of(), Set.of(), Set.of(), now);
    }

    /** {@return the same with these hindrances} */
    public RolloutView with(List<Hindrance> others) {
        return new RolloutView(spec, revision, workloads, atHand, others, denied, stalled, now);
    }

    /** {@return the same where these are skipped} */
    public RolloutView skipping(Set<String> deniedUids, Set<String> stalledUids) {
        return new RolloutView(spec, revision, workloads, atHand, hindrances, deniedUids, stalledUids, now);
    }

    boolean denies(Workload workload) {
        return denied.contains(workload.subject().uid());
    }

    boolean skips(Workload workload) {
        return denies(workload) || stalled.contains(workload.subject().uid());
    }
}
