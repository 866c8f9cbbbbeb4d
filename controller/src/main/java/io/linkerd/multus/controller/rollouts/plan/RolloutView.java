// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.values.linkerdconfig.RolloutSpec;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * All that a plan rests on. The LinkerdConfig is read first, and then those workloads from the API server itself that it says are at hand;
 * all others may come from a cache.
 *
 * @param spec what the LinkerdConfig says
 * @param revision of the LinkerdConfig, by {@link RolloutMark#revision}
 * @param workloads all with meshed pods, and the three of the control plane
 * @param atHand what the LinkerdConfig's status says is at hand
 * @param hindrances why no restart may begin, the weightiest first
 * @param now the present moment
 */
public record RolloutView(
        RolloutSpec spec,
        String revision,
        Collection<Workload> workloads,
        List<AtHand> atHand,
        List<Hindrance> hindrances,
        Instant now) {
    /** Copies. */
    public RolloutView {
        workloads = List.copyOf(workloads);
        atHand = List.copyOf(atHand);
        hindrances = List.copyOf(hindrances);
    }
}
