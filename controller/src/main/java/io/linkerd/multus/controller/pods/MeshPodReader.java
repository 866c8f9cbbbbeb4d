// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.names.RolloutNames;
import io.linkerd.multus.contracts.networks.NetworkSelection;
import io.linkerd.multus.controller.engine.api.ClientTransport;
import io.linkerd.multus.controller.engine.watch.BoundedObject;
import io.linkerd.multus.controller.engine.watch.ObjectReader;
import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.pods.plan.MeshPod.Place;
import io.linkerd.multus.controller.pods.plan.MeshPod.Redirection;
import io.linkerd.multus.controller.pods.plan.MeshPod.Stage;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import io.linkerd.multus.service.kube.ObjectHead;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads what the controller knows of a pod. Of a pod that says more than pods do, no more is read than which it is. */
public final class MeshPodReader {
    /** A pod refers to attachments of its own namespace, and of one that all share. */
    private static final int MOST_ATTACHMENTS = 4;
    /** In characters: some hundred networks with their addresses. */
    private static final int LONGEST_NETWORKS = 16 << 10;
    /** Of a namespace's name. */
    private static final int LONGEST_NAME = 63;

    private static final Set<String> ANNOTATIONS = Set.of(
            Multus.NETWORKS, Linkerd.MULTUS, Linkerd.PROXY_VERSION, Linkerd.CREATED_BY, RolloutNames.ROLLED_OUT_FOR);
    /** The kubelet makes the mirror of a static pod anew, and the pod behind it stays as it is. */
    private static final String NODE = "Node";

    private final PodTraitsReader traits = new PodTraitsReader();

    /** {@return what reads pods from lists and watches by the client's class} */
    public static ObjectReader<Pod> objects(ClientTransport api) {
        return new ObjectReader<>(
                api.client().getKubernetesSerialization(),
                Pod.class,
                name -> ANNOTATIONS.contains(name) || Linkerd.isInjectorsWord(name));
    }

    /** {@return what is known of the pod, however much it says} */
    public MeshPod read(Pod pod) {
        var known = withoutTraits(pod);
        return known.withTraits(Optional.of(traits.read(pod, known)));
    }

    /** {@return what is known of the pod} */
    MeshPod read(BoundedObject<Pod> pod) {
        return bounded(pod)
                .map(known -> known.withTraits(pod.object().map(whole -> traits.read(whole, known))))
                .orElseGet(() -> unknown(pod.head()));
    }

    /** {@return what is known of the pod but its traits} */
    static MeshPod withoutTraits(BoundedObject<Pod> pod) {
        return bounded(pod).orElseGet(() -> unknown(pod.head()));
    }

    private static Optional<MeshPod> bounded(BoundedObject<Pod> pod) {
        return pod.object()
                .filter(Predicate.not(MeshPodReader::namesTooManyNetworks))
                .map(MeshPodReader::withoutTraits)
                .filter(Predicate.not(MeshPodReader::isTooLarge));
    }

    /**
     * {@return what is taken for true of a pod of which no more is known than which it is} It needs the attachment of its namespace, and nothing is
     * wrong with it.
     */
    private static MeshPod unknown(ObjectHead pod) {
        return new MeshPod(
                pod.namespace(),
                pod.name(),
                pod.uid(),
                pod.version(),
                pod.leaving() ? Stage.LEAVING : Stage.ALIVE,
                Instant.EPOCH,
                Optional.empty(),
                Set.of(pod.namespace()),
                Redirection.UNREFUTED,
                Place.UNKNOWN,
                Optional.empty());
    }

    /** Each name in the annotation is an object of its own while it is read. */
    private static boolean namesTooManyNetworks(Pod pod) {
        return networks(pod).filter(text -> text.length() > LONGEST_NETWORKS).isPresent();
    }

    private static boolean isTooLarge(MeshPod pod) {
        return pod.attachments().size() > MOST_ATTACHMENTS
                || pod.attachments().stream().anyMatch(name -> name.length() > LONGEST_NAME)
                || pod.owner().filter(PodOwner::isTooLong).isPresent();
    }

    private static MeshPod withoutTraits(Pod pod) {
        var metadata = pod.getMetadata();
        var created = moment(metadata.getCreationTimestamp()).orElse(Instant.EPOCH);
        var redirection = PodContainers.redirection(pod);
        return new MeshPod(
                metadata.getNamespace(),
                metadata.getName(),
                metadata.getUid(),
                metadata.getResourceVersion(),
                stage(pod),
                created,
                owner(pod),
                attachments(pod),
                redirection,
                redirection == Redirection.MISSING ? place(pod, created) : Place.UNKNOWN,
                Optional.empty());
    }

    private static Stage stage(Pod pod) {
        boolean leaves = pod.getMetadata().getDeletionTimestamp() != null;
        if (PodContainers.haveEnded(pod)) {
            return leaves ? Stage.ENDED_AND_LEAVING : Stage.ENDED;
        }
        return leaves ? Stage.LEAVING : Stage.ALIVE;
    }

    private static Optional<PodOwner> owner(Pod pod) {
        return pod.getMetadata().getOwnerReferences().stream()
                .filter(reference -> isController(reference) && !NODE.equals(reference.getKind()))
                .map(reference -> new PodOwner(
                        reference.getApiVersion(), reference.getKind(), reference.getName(), reference.getUid()))
                .findFirst();
    }

    private static boolean isController(OwnerReference reference) {
        return Boolean.TRUE.equals(reference.getController());
    }

    private static Set<String> attachments(Pod pod) {
        return networks(pod).stream()
                .flatMap(networks -> NetworkSelection.namespaces(
                        networks, Multus.ATTACHMENT, pod.getMetadata().getNamespace()))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Optional<String> networks(Pod pod) {
        return Optional.ofNullable(pod.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(Multus.NETWORKS));
    }

    private static Place place(Pod pod, Instant created) {
        var spec = Optional.ofNullable(pod.getSpec());
        return new Place(
                spec.map(PodSpec::getNodeName).orElse(""),
                spec.map(PodSpec::getRuntimeClassName).filter(name -> !name.isEmpty()),
                Optional.ofNullable(pod.getStatus())
                        .map(PodStatus::getStartTime)
                        .flatMap(MeshPodReader::moment)
                        .orElse(created),
                pod.getMetadata().getOwnerReferences().stream()
                        .anyMatch(reference -> isController(reference) && NODE.equals(reference.getKind())));
    }

    private static Optional<Instant> moment(@Nullable String timestamp) {
        try {
            return Optional.ofNullable(timestamp).map(Instant::parse);
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
