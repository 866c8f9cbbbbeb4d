// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is to be done next about an operand.
 *
 * @param actions what is done about each object that is asked for, step by step
 * @param remove the objects that are not asked for any more
 * @param waitsFor the first step that is not done; empty where all is as it has to be
 */
record OperatorPlan(Map<ObjectKey, ObjectAction> actions, List<ObjectKey> remove, Optional<Stage> waitsFor) {
    /**
     * How one object that is asked for was last seen.
     *
     * @param exists whether there is such an object at all
     * @param matches whether it is as we wrote it, and we wrote what is asked for
     * @param rollout of its pods; done where it has none
     */
    record Part(ObjectKey key, boolean exists, boolean matches, Rollout rollout) {
        /** {@return that of what was seen, or was not} */
        static Part of(ObjectKey key, Optional<GenericKubernetesResource> seen, boolean matches) {
            return new Part(
                    key, seen.isPresent(), matches, seen.map(Rollout::of).orElse(Rollout.UNKNOWN));
        }

        Stage stage() {
            return Stage.of(key.kind());
        }

        private boolean letsNextStepBegin() {
            return matches && rollout.letsNextStepBegin();
        }

        private boolean answers() {
            return stage() == Stage.WEBHOOK && rollout.answers();
        }
    }

    OperatorPlan {
        actions = Collections.unmodifiableMap(new LinkedHashMap<>(actions));
        remove = List.copyOf(remove);
    }

    /**
     * {@return the plan} Without effects, and the same for the same observation.
     *
     * @param parts every object that is asked for
     * @param extra objects of ours that are not asked for
     */
    static OperatorPlan of(List<Part> parts, List<ObjectKey> extra, Achieved achieved) {
        var actions = new LinkedHashMap<ObjectKey, ObjectAction>();
        Optional<Stage> waitsFor = Optional.empty();
        var isAnswered = parts.stream().anyMatch(Part::answers);
        for (var stage : Stage.values()) {
            var ofStage = parts.stream().filter(part -> part.stage() == stage).toList();
            for (var part : ofStage) {
                actions.put(part.key(), ObjectAction.of(part, achieved, waitsFor.isEmpty(), isAnswered));
            }
            if (waitsFor.isEmpty() && !ofStage.stream().allMatch(Part::letsNextStepBegin)) {
                waitsFor = Optional.of(stage);
            }
        }
        return new OperatorPlan(actions, waitsFor.isEmpty() ? extra : installers(parts, extra), waitsFor);
    }

    /**
     * {@return what goes before all is done} A pod that is on its way out may still need the rest; but an installer of another name
     * has the lock of its node, and the port, which its successor waits for. The successor is there first: one that leaves looks for it.
     */
    private static List<ObjectKey> installers(List<Part> parts, List<ObjectKey> extra) {
        var succeeded = parts.stream().anyMatch(part -> part.stage() == Stage.INSTALLER && part.matches());
        return extra.stream()
                .filter(key -> succeeded && Stage.of(key.kind()) == Stage.INSTALLER)
                .toList();
    }

    /** {@return whether that object is to be written now} */
    boolean writes(ObjectKey key) {
        return actions.getOrDefault(key, ObjectAction.KEEP).isWrite();
    }
}
