// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.networks.NetworkSelection;
import io.linkerd.multus.controller.pods.plan.PodFacts;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads what matters of a pod from the client's. */
public final class WatchedPod {
    /** The kubelet makes the mirror of a static pod anew, and the pod behind it stays as it is. */
    private static final String NODE = "Node";

    private WatchedPod() {}

    /** {@return what matters of the pod} It may have been slimmed. */
    public static PodFacts facts(Pod pod) {
        var metadata = pod.getMetadata();
        var redirection = PodContainers.redirection(pod);
        return new PodFacts(
                metadata.getNamespace(),
                metadata.getName(),
                metadata.getUid(),
                metadata.getResourceVersion(),
                attachments(pod),
                stage(pod),
                redirection,
                owner(pod),
                redirection == PodFacts.Redirection.MISSING ? place(pod) : PodFacts.Place.UNKNOWN);
    }

    private static PodFacts.Place place(Pod pod) {
        var spec = Optional.ofNullable(pod.getSpec());
        var created = Optional.ofNullable(pod.getMetadata().getCreationTimestamp())
                .map(Instant::parse)
                .orElse(Instant.EPOCH);
        return new PodFacts.Place(
                spec.map(PodSpec::getNodeName).orElse(""),
                spec.map(PodSpec::getRuntimeClassName).filter(name -> !name.isEmpty()),
                created,
                Optional.ofNullable(pod.getStatus())
                        .map(PodStatus::getStartTime)
                        .map(Instant::parse)
                        .orElse(created),
                pod.getMetadata().getOwnerReferences().stream().anyMatch(WatchedPod::isNode));
    }

    static Optional<PodOwner> owner(Pod pod) {
        return pod.getMetadata().getOwnerReferences().stream()
                .filter(WatchedPod::replacesPods)
                .map(WatchedPod::owner)
                .findFirst();
    }

    private static boolean replacesPods(OwnerReference reference) {
        return isController(reference) && !NODE.equals(reference.getKind());
    }

    private static boolean isNode(OwnerReference reference) {
        return isController(reference) && NODE.equals(reference.getKind());
    }

    static boolean isController(OwnerReference reference) {
        return Boolean.TRUE.equals(reference.getController());
    }

    private static PodOwner owner(OwnerReference reference) {
        return new PodOwner(reference.getApiVersion(), reference.getKind(), reference.getName(), reference.getUid());
    }

    static Set<String> attachments(Pod pod) {
        var metadata = pod.getMetadata();
        return Optional.ofNullable(metadata.getAnnotations())
                .map(annotations -> annotations.get(Multus.NETWORKS))
                .stream()
                .flatMap(networks -> NetworkSelection.namespaces(networks, Multus.ATTACHMENT, metadata.getNamespace()))
                .collect(Collectors.toUnmodifiableSet());
    }

    static PodFacts.Stage stage(Pod pod) {
        boolean leaves = pod.getMetadata().getDeletionTimestamp() != null;
        if (PodContainers.haveEnded(pod)) {
            return leaves ? PodFacts.Stage.ENDED_AND_LEAVING : PodFacts.Stage.ENDED;
        }
        return leaves ? PodFacts.Stage.LEAVING : PodFacts.Stage.ALIVE;
    }
}
