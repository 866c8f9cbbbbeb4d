// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Objects;

/**
 * How far the pods of a workload are.
 *
 * @param desired how many there are to be
 * @param updated how many are as the workload says now
 * @param ready how many of them all do their work
 * @param old how many there are still that are as the workload said before
 * @param observed whether whoever counts has seen what the workload says now
 */
record Rollout(int desired, int updated, int ready, int old, boolean observed) {
    /** Nobody has counted yet. */
    static final Rollout UNKNOWN = new Rollout(0, 0, 0, 0, false);

    /** {@return that of a DaemonSet or a Deployment; done where the object has no pods} */
    static Rollout of(GenericKubernetesResource object) {
        var isSeen = Objects.equals(
                object.<Object>get("status", "observedGeneration") instanceof Number seen ? seen.longValue() : -1L,
                object.getMetadata().getGeneration());
        return switch (object.getKind()) {
            case "DaemonSet" ->
                new Rollout(
                        number(object, "status", "desiredNumberScheduled"),
                        number(object, "status", "updatedNumberScheduled"),
                        number(object, "status", "numberAvailable"),
                        0, // it makes the new one after the old one has gone
                        isSeen);
            case "Deployment" ->
                new Rollout(
                        number(object, "spec", "replicas"),
                        number(object, "status", "updatedReplicas"),
                        number(object, "status", "availableReplicas"),
                        number(object, "status", "replicas") - number(object, "status", "updatedReplicas"),
                        isSeen);
            default -> new Rollout(0, 0, 0, 0, true);
        };
    }

    /** {@return whether the next step may begin: every pod is as the workload says now, and works} */
    boolean letsNextStepBegin() {
        return observed && updated >= desired && ready >= desired && old <= 0;
    }

    /** {@return whether it is {@code Progressing}, and the operator not {@code Upgradeable}} For as long as it holds up the next step. */
    boolean isUnderWay() {
        return !letsNextStepBegin();
    }

    /** {@return whether the installer is {@code Available}: meshed pods start on every node, whichever spec its installer is of} */
    boolean servesEveryNode() {
        return observed && ready >= desired;
    }

    /** {@return whether the webhook is {@code Available}: a replica answers, whichever spec it is of} */
    boolean answers() {
        return ready > 0;
    }

    /** {@return as in {@code 2/3}} */
    String summary() {
        return ready + "/" + desired;
    }

    private static int number(GenericKubernetesResource object, String... path) {
        return object.<Object>get((Object[]) path) instanceof Number number ? number.intValue() : 0;
    }
}
