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
 * @param allowance which of them hold up nothing
 */
record Rollout(int desired, int updated, int ready, int old, boolean observed, Allowance allowance) {
    /**
     * Pods that may be missing.
     *
     * @param away the nodes that cannot have one
     * @param unavailable how many others may be missing at a time
     */
    record Allowance(AwayNodes away, int unavailable) {
        /** Every pod counts. */
        static final Allowance NONE = new Allowance(AwayNodes.NONE, 0);
    }

    /** Nobody has counted yet. */
    static final Rollout UNKNOWN = new Rollout(0, 0, 0, 0, false);

    /** Takes that of a DaemonSet that says no more, and has all of its nodes. */
    Rollout(int desired, int updated, int ready, int old, boolean observed) {
        this(desired, updated, ready, old, observed, new Allowance(AwayNodes.NONE, MaxUnavailable.USUAL));
    }

    /** {@return that of a DaemonSet or a Deployment; done where the object has no pods} */
    static Rollout of(GenericKubernetesResource object) {
        return of(object, AwayNodes.NONE);
    }

    /**
     * {@return that of a DaemonSet or a Deployment; done where the object has no pods}
     *
     * @param away the nodes that cannot have a pod of a DaemonSet
     */
    static Rollout of(GenericKubernetesResource object, AwayNodes away) {
        return switch (object.getKind()) {
            case "DaemonSet" -> ofDaemonSet(object, away);
            case "Deployment" ->
                new Rollout(
                        number(object, "spec", "replicas"),
                        number(object, "status", "updatedReplicas"),
                        number(object, "status", "availableReplicas"),
                        number(object, "status", "replicas") - number(object, "status", "updatedReplicas"),
                        isObserved(object),
                        Allowance.NONE);
            default -> new Rollout(0, 0, 0, 0, true, Allowance.NONE);
        };
    }

    private static Rollout ofDaemonSet(GenericKubernetesResource object, AwayNodes away) {
        var desired = number(object, "status", "desiredNumberScheduled");
        return new Rollout(
                desired,
                number(object, "status", "updatedNumberScheduled"),
                number(object, "status", "numberAvailable"),
                0, // it makes the new one after the old one has gone
                isObserved(object),
                new Allowance(away, MaxUnavailable.besidesAway(object, desired)));
    }

    private static boolean isObserved(GenericKubernetesResource object) {
        return Objects.equals(
                object.<Object>get("status", "observedGeneration") instanceof Number seen ? seen.longValue() : -1L,
                object.getMetadata().getGeneration());
    }

    /**
     * {@return whether the next step may begin} All pods are as the workload says now, and work, but for those of nodes that are away, and
     * for as many as may be unavailable at a time; most work in any case.
     */
    boolean letsNextStepBegin() {
        var most = Math.max(0, desired - away() - 1) / 2;
        return isBegun() && missing() <= Math.min(allowance.unavailable(), most);
    }

    /** {@return whether it is {@code Progressing}} Only nodes that are away are not waited for. */
    boolean isUnderWay() {
        return !(isBegun() && missing() == 0);
    }

    /** A workload of which no pod works at all is not done, whatever the reasons. */
    private boolean isBegun() {
        return observed && old <= 0 && (desired == 0 || ready > 0);
    }

    /** At most so many pods are not as the workload says now or do not work, besides those of nodes that are away. */
    private int missing() {
        var outdated = desired - updated - allowance.away().stuckOf(desired);
        var notReady = desired - ready - away();
        return Math.max(0, outdated) + Math.max(0, notReady);
    }

    private int away() {
        return allowance.away().countOf(desired);
    }

    /**
     * {@return whether the installer is {@code Available}} Meshed pods start on every node that can have it, whichever spec its installer
     * is of.
     */
    boolean servesEveryNode() {
        return observed && ready + away() >= desired && (desired == 0 || ready > 0);
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
