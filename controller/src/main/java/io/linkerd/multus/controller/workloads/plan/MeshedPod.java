// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads.plan;

import io.linkerd.multus.controller.pods.plan.InjectedParts;
import io.linkerd.multus.controller.pods.plan.PodUsers;
import java.util.Optional;

/**
 * What is known of a pod that Linkerd meshed, or had to.
 *
 * @param controlPlane whether it is of Linkerd's control plane, whose pods are not injected
 * @param injected what the injector put into it; empty where it has no proxy
 * @param createdBy the annotation {@code linkerd.io/created-by}
 * @param users its user ids
 * @param attachment whether it has Linkerd's network
 */
public record MeshedPod(
        String name,
        boolean controlPlane,
        Optional<InjectedParts> injected,
        Optional<String> createdBy,
        PodUsers users,
        Attachment attachment) {
    private static final String COMMAND_LINE = "linkerd/cli";

    /**
     * Whether a pod has Linkerd's network, by what it asks for: Linkerd's plugin makes no interface, so that Multus does not mention it in the
     * pod's network status.
     */
    public enum Attachment {
        /** It asks for it, or redirects its traffic itself. */
        PRESENT,
        /** Linkerd's is not among the networks that it asks for. */
        MISSING,
        /** It cannot be told. */
        UNKNOWN
    }

    /** {@return whether {@code linkerd inject --manual} put the proxy into its template, which a restart does not change} */
    boolean injectedByHand() {
        return createdBy.filter(maker -> maker.startsWith(COMMAND_LINE)).isPresent();
    }
}
