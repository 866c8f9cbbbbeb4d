// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.linkerd.multus.controller.operator.ObjectAction.Asked;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What is to be done next about an operand.
 *
 * @param actions what is done about each object that is asked for, step by step
 * @param remove the objects that are not asked for any more
 * @param waitsFor the step that holds up those after it, or else the first that is not done; empty where all is as it has to be
 * @param isHeldUp whether it holds up any
 */
record OperatorPlan(
        Map<ObjectKey, ObjectAction> actions, List<ObjectKey> remove, Optional<Stage> waitsFor, boolean isHeldUp) {
    /**
     * How one object that is asked for was last seen.
     *
     * @param exists whether there is such an object at all
     * @param isOurs whether it is there, and this operator made it
     * @param matches whether it is as we wrote it, and we wrote what is asked for
     * @param rollout of its pods; done where it has none
     */
    record Part(ObjectKey key, boolean exists, boolean isOurs, boolean matches, Rollout rollout) {
        /** {@return that of an object that is there, and was made by this operator, or is not there} */
        Part(ObjectKey key, boolean exists, boolean matches, Rollout rollout) {
            this(key, exists, exists, matches, rollout);
        }

        Stage stage() {
            return Stage.of(key.kind());
        }

        private boolean letsNextStepBegin() {
            return matches && rollout.letsNextStepBegin();
        }

        private boolean isDone() {
            return matches && !rollout.isUnderWay();
        }

        private boolean answers() {
            return stage() == Stage.WEBHOOK && rollout.answers();
        }

        private boolean asks() {
            return stage() == Stage.ADMISSION && isOurs;
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
     * @param ends whether the namespace is being deleted, with all that answers
     */
    static OperatorPlan of(List<Part> parts, List<ObjectKey> extra, Achieved achieved, boolean ends) {
        var heldUpBy = firstThatIsNot(parts, Part::letsNextStepBegin);
        var asked = new Asked(
                parts.stream().anyMatch(Part::asks), !ends && parts.stream().anyMatch(Part::answers));
        var actions = new LinkedHashMap<ObjectKey, ObjectAction>();
        parts.stream().sorted(Comparator.comparing(Part::stage)).forEach(part -> {
            var isReached =
                    heldUpBy.filter(stage -> stage.compareTo(part.stage()) < 0).isEmpty();
            actions.put(part.key(), ObjectAction.of(part, achieved, isReached, asked));
        });
        var waitsFor = heldUpBy.or(() -> firstThatIsNot(parts, Part::isDone));
        return new OperatorPlan(
                actions, waitsFor.isEmpty() ? extra : installers(parts, extra), waitsFor, heldUpBy.isPresent());
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

    private static Optional<Stage> firstThatIsNot(List<Part> parts, Predicate<Part> wanted) {
        return parts.stream().filter(wanted.negate()).map(Part::stage).min(Comparator.naturalOrder());
    }

    /** {@return whether that object is to be written now} */
    boolean writes(ObjectKey key) {
        return actions.getOrDefault(key, ObjectAction.KEEP).isWrite();
    }
}
