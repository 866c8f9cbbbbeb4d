// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import io.fabric8.kubernetes.api.model.OwnerReference;

/** The controller of a pod: it makes another one when the pod goes. */
public record PodOwner(String apiVersion, String kind, String name, String uid) {
    /** The kubelet makes the mirror of a static pod anew, and the pod behind it stays as it is. */
    private static final String NODE = "Node";

    static PodOwner of(OwnerReference reference) {
        return new PodOwner(reference.getApiVersion(), reference.getKind(), reference.getName(), reference.getUid());
    }

    static boolean replacesPods(OwnerReference reference) {
        return Boolean.TRUE.equals(reference.getController()) && !NODE.equals(reference.getKind());
    }
}
