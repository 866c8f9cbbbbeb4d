// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is to be done next about an operand.
 *
 * @param apply the objects to write now
 * @param remove the objects that are not asked for any more
 * @param waitsFor the first step that is not done; empty where all is as it has to be
 */
record OperatorPlan(List<ObjectKey> apply, List<ObjectKey> remove, Optional<Stage> waitsFor) {
    OperatorPlan {
        apply = List.copyOf(apply);
        remove = List.copyOf(remove);
    }

    /**
     * {@return the plan} Without effects, and the same for the same observation.
     *
     * @param parts every object that is asked for
     * @param extra objects of ours that are not asked for
     * @param achieved where it is this very spec, what differs is put right at once, whatever else is the matter; but a webhook's
     *     configuration that is gone comes back only when somebody answers, since who took it away may have done so to have pods again.
     *     Where it is this version, a configuration that is there follows the spec at once: whoever lets pods pass the webhook does so
     *     because it does not answer
     */
    static OperatorPlan of(List<PartState> parts, List<ObjectKey> extra, Achieved achieved) {
        var apply = new ArrayList<ObjectKey>();
        Optional<Stage> waitsFor = Optional.empty();
        var isAnswered = parts.stream()
                .anyMatch(
                        part -> part.stage() == Stage.WEBHOOK && part.rollout().ready() > 0);
        for (var stage : Stage.values()) {
            var ofStage = parts.stream().filter(part -> part.stage() == stage).toList();
            var isTime = achieved == Achieved.SPEC || waitsFor.isEmpty();
            var isTimeAgain = isTime || (stage == Stage.ADMISSION && achieved == Achieved.VERSION);
            var isTimeToMake = isTime && (stage != Stage.ADMISSION || isAnswered);
            ofStage.stream()
                    .filter(part -> !part.right() && (part.there() ? isTimeAgain : isTimeToMake))
                    .map(PartState::key)
                    .forEach(apply::add);
            if (waitsFor.isEmpty() && !ofStage.stream().allMatch(PartState::isDone)) {
                waitsFor = Optional.of(stage);
            }
        }
        // Somebody who is on the way out may still need it.
        return new OperatorPlan(apply, waitsFor.isEmpty() ? extra : List.of(), waitsFor);
    }
}
