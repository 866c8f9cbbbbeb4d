// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import io.fabric8.kubernetes.api.model.Pod;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.networks.NetworkSelection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What matters of a pod.
 *
 * @param attachments the namespaces whose attachment of Linkerd's plugin it refers to, its own or others
 * @param stage where it is in its life
 * @param redirection who redirects its traffic, as far as it shows
 * @param owner who makes another one when it goes; empty where nobody does
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
        /** The plugin, or nobody knows yet. */
        UNREFUTED,
        /** Nobody: Linkerd's validator has looked, and the pod has not become ready since. */
        MISSING
    }

    /** Copies. */
    public PodFacts {
        attachments = Set.copyOf(attachments);
    }

    /** {@return what matters of the pod} It may have been slimmed. */
    public static PodFacts of(Pod pod) {
        var metadata = pod.getMetadata();
        return new PodFacts(
                metadata.getNamespace(),
                metadata.getName(),
                metadata.getUid(),
                metadata.getResourceVersion(),
                attachments(pod),
                stage(pod),
                PodContainers.redirection(pod),
                metadata.getOwnerReferences().stream()
                        .filter(PodOwner::replacesPods)
                        .map(PodOwner::of)
                        .findFirst());
    }

    /** {@return namespace and name, as in {@code shop/web-1}} */
    public String key() {
        return namespace + "/" + name;
    }

    /** {@return the namespaces whose attachment the pod still needs} */
    public Set<String> uses() {
        return stage == Stage.ENDED ? Set.of() : attachments;
    }

    private static Set<String> attachments(Pod pod) {
        var metadata = pod.getMetadata();
        return Optional.ofNullable(metadata.getAnnotations())
                .map(annotations -> annotations.get(Multus.NETWORKS))
                .stream()
                .flatMap(networks -> NetworkSelection.namespaces(networks, Multus.ATTACHMENT, metadata.getNamespace()))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Stage stage(Pod pod) {
        if (PodContainers.haveEnded(pod)) {
            return Stage.ENDED;
        }
        return pod.getMetadata().getDeletionTimestamp() != null ? Stage.LEAVING : Stage.ALIVE;
    }
}
