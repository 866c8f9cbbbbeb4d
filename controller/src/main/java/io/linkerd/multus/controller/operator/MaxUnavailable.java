// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Map;
import java.util.function.Predicate;

/** How many pods of a DaemonSet may be unavailable while it replaces them, as its update strategy says. */
final class MaxUnavailable {
    /** Where it does not say it (Kubernetes, {@code RollingUpdateDaemonSet.maxUnavailable}). */
    static final int USUAL = 1;

    private static final String NAME = "maxUnavailable";

    private MaxUnavailable() {}

    /** {@return of so many pods, rounded up as the DaemonSet controller does} */
    static int of(GenericKubernetesResource daemonSet, int desired) {
        return switch (daemonSet.<Object>get("spec", "updateStrategy", "rollingUpdate", NAME)) {
            case Number number -> number.intValue();
            case String percent
            when percent.matches("[0-9]{1,3}%") ->
                Math.ceilDiv(Integer.parseInt(percent.substring(0, percent.length() - 1)) * desired, 100);
            case null, default -> USUAL;
        };
    }

    /**
     * Lets as many more be unavailable as nodes are away. The DaemonSet controller counts each of their pods as unavailable, whether it is
     * of the template before or of the new one: where such pods use up what is allowed, it replaces no pod of the nodes that work
     * (kubernetes/kubernetes#85878).
     *
     * <p>The room is made with the write of a new template, and kept. What is away since then, other than by a node that is not Ready, may be
     * away by the template: room for it would let a template that fits no node through all of them. A node that goes away between rollouts
     * has nothing written.
     *
     * @param asked is changed
     * @param seen as it was last seen, with the room that was made before
     * @param isChanged whether what is asked for is about to be written, with another template
     */
    static void makeRoom(
            GenericKubernetesResource asked,
            GenericKubernetesResource seen,
            AwayNodes away,
            Predicate<GenericKubernetesResource> isChanged) {
        var rollout = Rollout.of(seen);
        var desired = rollout.desired();
        if (desired == 0) { // none is replaced, or its controller has not said yet for how many nodes it is
            return;
        }
        var isSettled = rollout.observed() && rollout.updated() + away.stuckOf(desired) >= desired;
        var made = Math.clamp(of(seen, desired) - of(asked, desired), 0, away.count());
        var room = isSettled ? made : Math.max(away.notReady(), made);
        raise(asked, desired, room);
        if (isSettled && isChanged.test(asked)) {
            raise(asked, desired, away.count() - room);
        }
    }

    @SuppressWarnings("unchecked")
    private static void raise(GenericKubernetesResource daemonSet, int desired, int more) {
        if (more > 0
                && daemonSet.<Object>get("spec", "updateStrategy", "rollingUpdate")
                        instanceof Map<?, ?> rollingUpdate) {
            ((Map<String, Object>) rollingUpdate).put(NAME, of(daemonSet, desired) + more);
        }
    }
}
