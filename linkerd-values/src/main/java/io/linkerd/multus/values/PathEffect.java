// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

/**
 * What it takes until an edited value is in force.
 *
 * @param fact what Linkerd does with the value, in a short phrase for people
 */
public record PathEffect(Need need, String fact) {

    /** What an edit of the ConfigMap needs. */
    public enum Need {
        /** The injector reads it: pods that are created afterwards have it. */
        NEW_PODS,
        /** It is rendered into manifests of the control plane: only Helm or {@code linkerd upgrade} brings it. */
        LINKERD_UPGRADE,
        /** Both: the ConfigMap alone would leave new pods and the control plane apart. */
        NEW_PODS_AND_LINKERD_UPGRADE,
        /** No component of Linkerd reads it there. */
        NOTHING
    }
}
