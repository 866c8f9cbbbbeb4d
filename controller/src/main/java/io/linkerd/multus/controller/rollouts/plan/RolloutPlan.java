// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a rollout does next. First the status is written, on the condition that the LinkerdConfig still has the {@code resourceVersion} that
 * was read; where that fails nothing else is done. Then the actions are done, each once; all that they need stands in the status, and all
 * that they did is seen on the workloads, so a leader may end between any two of them.
 *
 * @param atHand what the status has to say is at hand
 * @param actions what is to be done about these
 * @param progress what a person is told
 * @param completed namespaces in which all have it, and for which change: to be remembered
 * @param again when to plan anew though nothing was heard; empty where only the API server brings news
 */
public record RolloutPlan(
        List<AtHand> atHand,
        List<RolloutAction> actions,
        RolloutProgress progress,
        Map<String, ChangeDigest> completed,
        Optional<Instant> again) {
    /** Copies. */
    public RolloutPlan {
        atHand = List.copyOf(atHand);
        actions = List.copyOf(actions);
        completed = Map.copyOf(completed);
    }

    /** {@return whether it restarts a workload} */
    public boolean restarts() {
        return actions.stream().anyMatch(RolloutAction.Restart.class::isInstance);
    }

    /** {@return the plan} Without effects, and the same for the same view, in whatever order the workloads are. */
    public static RolloutPlan of(RolloutView view) {
        var round = new Round(view);
        var atHand = round.atHand();
        var standing = new RolloutStanding(view, round, atHand);
        return new RolloutPlan(
                atHand,
                atHand.stream().flatMap(round::action).toList(),
                standing.progress(),
                round.completedNamespaces(),
                standing.again());
    }
}
