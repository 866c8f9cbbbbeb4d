// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Map;

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
     * Lets so many more be unavailable. The DaemonSet controller counts a pod that it has deleted, and that no kubelet ends, as
     * unavailable: where such pods use up what is allowed, it replaces no pod of the nodes that work (kubernetes/kubernetes#85878).
     *
     * @param daemonSet which is changed
     */
    @SuppressWarnings("unchecked")
    static void raise(GenericKubernetesResource daemonSet, int desired, int more) {
        if (more > 0
                && daemonSet.<Object>get("spec", "updateStrategy", "rollingUpdate")
                        instanceof Map<?, ?> rollingUpdate) {
            ((Map<String, Object>) rollingUpdate).put(NAME, of(daemonSet, desired) + more);
        }
    }
}
