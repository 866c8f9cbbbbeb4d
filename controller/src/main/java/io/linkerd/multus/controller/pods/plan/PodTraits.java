// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods.plan;

import java.util.Map;
import java.util.Optional;

/**
 * What of a meshed pod says whether it is outdated. It is the same for most pods of one template, and is kept once for all of them.
 *
 * @param controlPlane namespace of the control plane whose injector meshed it, by its label
 * @param component of Linkerd's control plane, by its label; empty in the data plane
 * @param injected what Linkerd's injector put into it; empty where it has no proxy
 * @param createdBy the annotation {@code linkerd.io/created-by}
 * @param asked its annotations that override Linkerd's values, whether its template or its namespace said them
 * @param users its user ids
 * @param attached whether it asks for Linkerd's network, or redirects its traffic itself
 * @param mark that it got with its template
 * @param ready whether it is ready
 * @param leftAlone whether it has no proxy, and the injector would give it none: it has the node's network, a container of a mesh, or a label
 */
public record PodTraits(
        Optional<String> controlPlane,
        Optional<String> component,
        Optional<InjectedParts> injected,
        Optional<String> createdBy,
        Map<String, String> asked,
        PodUsers users,
        boolean attached,
        Optional<RolloutMark> mark,
        boolean ready,
        boolean leftAlone) {
    private static final String COMMAND_LINE = "linkerd/cli";
    private static final String INJECTOR = "linkerd/proxy-injector";
    /** Variable of the proxy: the namespace of its control plane. */
    private static final String NAMESPACE = "_l5d_ns";

    /** Copies. */
    public PodTraits {
        asked = Map.copyOf(asked);
    }

    /** {@return whether the injector of that control plane made its proxy, as far as the pod says} */
    public boolean isInjectedBy(String namespace) {
        return controlPlane.filter(namespace::equals).isPresent()
                && createdBy.filter(maker -> maker.startsWith(INJECTOR)).isPresent()
                && injected.filter(parts -> namespace.equals(parts.settings().get(NAMESPACE)))
                        .isPresent();
    }

    /** {@return whether {@code linkerd inject --manual} put the proxy into its template, which a restart does not change} */
    public boolean injectedByHand() {
        return createdBy.filter(maker -> maker.startsWith(COMMAND_LINE)).isPresent();
    }
}
