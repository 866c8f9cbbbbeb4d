// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A workload's status, as {@code kubectl rollout status} looks at it.
 *
 * @param observed whether its controller has seen its spec as it is now ({@code observedGeneration})
 * @param paused whether it is a paused Deployment, which gets nowhere
 * @param wanted how many pods it wants
 * @param toUpdate how many of them are to have the present template: a StatefulSet's partition leaves some out
 * @param updated how many have it
 * @param available how many are available
 * @param total how many there are, with those that are to go
 * @param deadlineExceeded whether a Deployment says ProgressDeadlineExceeded
 * @param lastStep of a workload that has no such deadline, or has met it: when it last made a pod, was restarted, or was seen well
 */
public record RolloutCounts(
        boolean observed,
        boolean paused,
        int wanted,
        int toUpdate,
        int updated,
        int available,
        int total,
        boolean deadlineExceeded,
        Optional<Instant> lastStep) {
    /** As Deployments have it by default ({@code progressDeadlineSeconds}): from a pod's creation until it is available. */
    public static final Duration PATIENCE = Duration.ofMinutes(10);

    /** {@return how far it is} */
    public Progress progress(Instant now) {
        if (!observed) {
            return new Progress.Going("has a new template that its controller has not looked at yet");
        }
        if (deadlineExceeded) {
            return new Progress.Failed("exceeded its progress deadline: " + missing());
        }
        if (complete()) {
            return new Progress.Complete();
        }
        return failsAt().filter(moment -> !now.isBefore(moment)).isPresent()
                ? new Progress.Failed("made no progress for " + PATIENCE.toMinutes() + " minutes: " + missing())
                : new Progress.Going(paused ? "is paused" : "waits: " + missing());
    }

    /** {@return when it counts as failed if nothing happens before} */
    Optional<Instant> failsAt() {
        return complete() || paused ? Optional.empty() : lastStep.map(step -> step.plus(PATIENCE));
    }

    /** {@return the same, seen well at that moment} What is not well any more has as long again, where no deadline of its own says how long. */
    RolloutCounts wellAt(Instant moment) {
        var last = lastStep.map(step -> step.isAfter(moment) ? step : moment);
        return new RolloutCounts(observed, paused, wanted, toUpdate, updated, available, total, deadlineExceeded, last);
    }

    /** {@return whether it waits for half as long as it may, and all its pods are to have the present template} */
    boolean isStuck(Instant now) {
        return !complete()
                && toUpdate == wanted
                && lastStep.filter(step -> !now.isBefore(step.plus(PATIENCE.dividedBy(2))))
                        .isPresent();
    }

    boolean complete() {
        return observed && !paused && updated >= toUpdate && available >= wanted && total <= wanted;
    }

    private String missing() {
        return updated + " of " + toUpdate + " pods updated, " + available + " of " + wanted + " available"
                + (total > wanted ? ", " + (total - wanted) + " to go" : "");
    }
}
