// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods;

import io.fabric8.kubernetes.api.model.Pod;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.names.RolloutNames;
import io.linkerd.multus.controller.engine.api.ClientTransport;
import io.linkerd.multus.controller.engine.watch.BoundedObject;
import io.linkerd.multus.controller.engine.watch.ObjectReader;
import io.linkerd.multus.controller.pods.plan.PodFacts;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import io.linkerd.multus.service.kube.ObjectHead;
import java.util.Optional;
import java.util.Set;

/** Reads pods from lists and watches, each within a bound. */
public final class PodReader {
    /** A pod refers to attachments of its own namespace, and of one that all share. */
    private static final int MOST_ATTACHMENTS = 4;

    /** In characters: some hundred networks with their addresses. */
    private static final int LONGEST_NETWORKS = 16 << 10;

    /** Of a namespace's name. */
    private static final int LONGEST_NAME = 63;

    private static final Set<String> ANNOTATIONS = Set.of(
            Multus.NETWORKS, Linkerd.MULTUS, Linkerd.PROXY_VERSION, Linkerd.CREATED_BY, RolloutNames.ROLLED_OUT_FOR);

    private PodReader() {}

    /** {@return what reads them by the client's class} */
    public static ObjectReader<Pod> of(ClientTransport api) {
        return new ObjectReader<>(
                api.client().getKubernetesSerialization(),
                Pod.class,
                name -> ANNOTATIONS.contains(name) || Linkerd.isInjectorsWord(name));
    }

    /** {@return what matters of the pod; without an object where it says more than a pod does} */
    static BoundedObject<PodFacts> facts(BoundedObject<Pod> pod) {
        if (pod.object().filter(PodReader::namesTooManyNetworks).isPresent()) {
            return new BoundedObject<>(pod.head(), Optional.empty());
        }
        var facts = pod.map(WatchedPod::facts);
        return facts.object().filter(PodReader::isTooLarge).isPresent() ? facts.withoutObject() : facts;
    }

    /** {@return what matters of the pod, or what is taken for true of one that says more} */
    static PodFacts known(BoundedObject<Pod> pod) {
        return facts(pod).object().orElseGet(() -> unknown(pod.head()));
    }

    /**
     * {@return what is taken for true of a pod of which no more is known than which it is} It needs the attachment of its namespace, and nothing is
     * wrong with it.
     */
    static PodFacts unknown(ObjectHead pod) {
        return new PodFacts(
                pod.namespace(),
                pod.name(),
                pod.uid(),
                pod.version(),
                Set.of(pod.namespace()),
                pod.leaving() ? PodFacts.Stage.LEAVING : PodFacts.Stage.ALIVE,
                PodFacts.Redirection.UNREFUTED,
                Optional.empty(),
                PodFacts.Place.UNKNOWN);
    }

    /** Each name in the annotation is an object of its own while it is read. */
    private static boolean namesTooManyNetworks(Pod pod) {
        return Optional.ofNullable(pod.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(Multus.NETWORKS))
                .filter(networks -> networks.length() > LONGEST_NETWORKS)
                .isPresent();
    }

    private static boolean isTooLarge(PodFacts facts) {
        return facts.attachments().size() > MOST_ATTACHMENTS
                || facts.attachments().stream().anyMatch(name -> name.length() > LONGEST_NAME)
                || facts.owner().filter(PodOwner::isTooLong).isPresent();
    }
}
