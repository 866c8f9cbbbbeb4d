// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods.plan;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * What the controller knows of a pod, meshed or not.
 *
 * @param created {@code metadata.creationTimestamp}, by the API server's clock
 * @param owner controller that makes another pod when this one goes; empty where the pod has none
 * @param attachments the namespaces whose attachment of Linkerd's plugin it refers to, its own or others
 * @param redirection what redirects its traffic to its proxy, as far as its status shows
 * @param place where and how it runs; known of pods whose traffic nothing redirects, and of no others, since there are many
 * @param traits by which it is outdated or not; empty where the pod is larger than what is read, where there is no room for what its namespace
 *     has in pods, and where only the rest was read
 */
public record MeshPod(
        String namespace,
        String name,
        String uid,
        String resourceVersion,
        Stage stage,
        Instant created,
        Optional<PodOwner> owner,
        Set<String> attachments,
        Redirection redirection,
        Place place,
        Optional<PodTraits> traits) {
    /** Where a pod is in its life. */
    public enum Stage {
        /** It runs, or is about to. */
        ALIVE,
        /** It is being deleted. */
        LEAVING,
        /** Its containers have ended for good. */
        ENDED,
        /** The same, and it is being deleted: a finalizer keeps it, and no more. */
        ENDED_AND_LEAVING;

        /** {@return whether none of its containers runs, or will} */
        public boolean hasEnded() {
            return this == ENDED || this == ENDED_AND_LEAVING;
        }

        /** {@return whether it is being deleted} */
        public boolean isLeaving() {
            return this == LEAVING || this == ENDED_AND_LEAVING;
        }
    }

    /** What redirects a pod's traffic to its proxy. */
    public enum Redirection {
        /** An init container of its own. */
        OWN,
        /** The plugin, as far as Linkerd's validator has not said otherwise. */
        UNREFUTED,
        /** Nothing does: Linkerd's validator has looked, and the pod has not become ready since. */
        MISSING
    }

    /**
     * Where and how a pod runs.
     *
     * @param node that it was scheduled to; empty where that is not known
     * @param runtimeClass name of its RuntimeClass; empty for the node's usual runtime
     * @param started when the node's kubelet took it on, by that node's clock
     * @param isStatic whether it mirrors a pod that its kubelet runs from a file: that one stays, whatever becomes of the mirror
     */
    public record Place(String node, Optional<String> runtimeClass, Instant started, boolean isStatic) {
        /** Nothing is known. */
        public static final Place UNKNOWN = new Place("", Optional.empty(), Instant.EPOCH, false);
    }

    /** Copies. */
    public MeshPod {
        attachments = Set.copyOf(attachments);
    }

    /** {@return the same pod with these traits} */
    public MeshPod withTraits(Optional<PodTraits> others) {
        return new MeshPod(
                namespace, name, uid, resourceVersion, stage, created, owner, attachments, redirection, place, others);
    }

    /** {@return namespace and name, as in {@code shop/web-1}} */
    public String key() {
        return namespace + "/" + name;
    }

    /** {@return the namespaces whose attachment the pod still needs} */
    public Set<String> uses() {
        return stage.hasEnded() ? Set.of() : attachments;
    }
}
