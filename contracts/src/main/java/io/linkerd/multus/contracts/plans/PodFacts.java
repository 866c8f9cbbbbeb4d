// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans;

import java.util.Optional;
import java.util.Set;

/**
 * What matters of a pod.
 *
 * @param attachments the namespaces whose attachment of Linkerd's plugin it refers to, its own or others
 * @param stage where it is in its life
 * @param redirection who redirects its traffic, as far as it shows
 * @param owner that makes another one when it goes; empty where it has none
 */
public record PodFacts(
        String namespace,
        String name,
        String uid,
        String resourceVersion,
        Set<String> attachments,
        Stage stage,
        Redirection redirection,
        Optional<PodOwner> owner) {

    /** Where a pod is in its life. */
    public enum Stage {
        /** It runs, or is about to. */
        ALIVE,
        /** It is being deleted. */
        LEAVING,
        /** Its containers have ended for good. */
        ENDED
    }

    /** Who redirects a pod's traffic to its proxy. */
    public enum Redirection {
        /** An init container of its own. */
        OWN,
        /** The plugin, as far as Linkerd's validator has not said otherwise. */
        UNREFUTED,
        /** Nothing does: Linkerd's validator has looked, and the pod has not become ready since. */
        MISSING
    }

    /** Copies. */
    public PodFacts {
        attachments = Set.copyOf(attachments);
    }

    /** {@return namespace and name, as in {@code shop/web-1}} */
    public String key() {
        return namespace + "/" + name;
    }

    /** {@return the namespaces whose attachment the pod still needs} */
    public Set<String> uses() {
        return stage == Stage.ENDED ? Set.of() : attachments;
    }
}
