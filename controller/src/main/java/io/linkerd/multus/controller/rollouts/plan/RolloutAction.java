// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import io.linkerd.multus.controller.pods.plan.RolloutMark;
import java.time.Instant;

/** One write of a rollout. */
public sealed interface RolloutAction {

    /** {@return the workload whose pods it replaces} */
    Workload workload();

    /**
     * Write both annotations of the pod template, on the condition that the workload still has the {@code resourceVersion} that was
     * observed. A conflict is no failure: the next plan sees what the other writer did.
     *
     * @param mark what the template says afterwards
     * @param now what it says of the moment
     */
    record Restart(Workload workload, RolloutMark mark, Instant now) implements RolloutAction {}

    /**
     * Evict a pod, on the condition that it still has its uid. Where a PodDisruptionBudget does not allow it now, the next plan tries again.
     *
     * @param pod one of the workload's
     */
    record Evict(Workload workload, OwnedPod pod) implements RolloutAction {}
}
