// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair.plan;

import io.linkerd.multus.controller.pods.plan.MeshPod;

/**
 * A pod without rules that stays as it is, so that a person has to know of it.
 *
 * @param why it stays
 */
public record Unhelped(MeshPod pod, Why why) implements Look {
    /** Why a pod without rules is not replaced. */
    public enum Why {
        /** No controller would make another one. */
        NO_OWNER,
        /** Its kubelet runs it from a file of the node, and makes only its mirror anew. */
        STATIC,
        /** It has ended, and the kubelet starts its containers no more. */
        ENDED,
        /** The installer of its node is not ready, so that a new pod could end alike. */
        INSTALLER_NOT_READY,
        /** Those that took the place of evicted ones ended alike, again and again. */
        SUCCESSORS_ALIKE
    }
}
