// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import io.linkerd.multus.contracts.names.ObjectNames;
import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.service.kube.ApiTransport;
import io.linkerd.multus.service.kube.ObjectCache;
import io.linkerd.multus.service.kube.Selection;
import io.linkerd.multus.service.kube.SharedValues;
import io.linkerd.multus.service.kube.Standing;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** The pods of this node: those that a watch has told, and the others by asking for each. */
public final class NodePods {
    /** As long as upstream looks for a pod, which runtimes are used to. */
    private static final Duration LONGEST = Duration.ofMillis(2500);

    /** Between two questions for a pod that is still to come, for when no watch tells it. */
    private static final Duration AGAIN = Duration.ofSeconds(1);

    /** For what the watch tells of pods, in bytes of heap: 9,000 usual pods, or 250 of one namespace that say as much as is kept of one. */
    private static final long ROOM = 12L << 20;

    /** Of a pod without a name that says nothing, in bytes of heap: its objects, and those by which it is found. */
    private static final int LEAST = 1000;

    private final ApiTransport api;
    private final PodReader asking = PodReader.asking();
    private final ObjectCache<Sighting<NodePod>, Sighting<NodePod>> followed;

    NodePods(ApiTransport api, LongSupplier nanos) {
        this.api = api;
        this.followed = Sighting.cache(new SharedValues<>(ROOM, NodePods::weight), new Standing("pods", nanos));
    }

    /** {@return the pods of a node; all pods where the name of the node is not known} */
    static Selection ofNode(Optional<String> node) {
        var pods = ApiPath.core("pods");
        return node.map(name -> Selection.where(pods, "spec.nodeName", name)).orElseGet(() -> Selection.all(pods));
    }

    ObjectCache<Sighting<NodePod>, Sighting<NodePod>> followed() {
        return followed;
    }

    /** {@return the pod of a request that takes networks away or looks at them: there now, or not} */
    public PodLookup find(PodIdentity pod, Deadline caller) {
        return within(caller, pod, deadline -> ask(pod, deadline));
    }

    /** {@return the pod of a request that adds networks} One that is not there is waited for: the mirror of a static pod may come after the pod. */
    public PodLookup await(PodIdentity pod, Deadline caller) {
        return within(caller, pod, deadline -> awaited(pod, deadline));
    }

    private interface Look {
        PodLookup at(Deadline deadline);
    }

    private PodLookup within(Deadline caller, PodIdentity pod, Look otherwise) {
        if (!ObjectNames.isLabel(pod.namespace()) || !ObjectNames.isSubdomain(pod.name())) {
            return new PodLookup.NotFound(); // behind an empty name is the list of all
        }
        var known = followed.get(key(pod)).flatMap(Sighting::value).filter(one -> one.isCertainly(pod.uid()));
        if (known.isPresent()) {
            return new PodLookup.Found(known.get());
        }
        var deadline = caller.atMost(LONGEST);
        try (var _ = caller.during(deadline::abandon)) {
            return otherwise.at(deadline);
        }
    }

    private PodLookup awaited(PodIdentity pod, Deadline deadline) {
        var asked = ask(pod, deadline);
        while (asked instanceof PodLookup.NotFound && !deadline.left().isZero()) {
            var told = followed.await(
                            key(pod),
                            seen -> seen.value()
                                    .filter(one -> one.isCertainly(pod.uid()))
                                    .isPresent(),
                            deadline,
                            AGAIN)
                    .flatMap(Sighting::value);
            if (told.isPresent()) {
                return new PodLookup.Found(told.get());
            }
            // The last question of all may come too late for its answer: what was answered before counts.
            var again = ask(pod, deadline);
            asked = again instanceof PodLookup.Unanswered && deadline.left().isZero() ? asked : again;
        }
        return asked;
    }

    private PodLookup ask(PodIdentity pod, Deadline deadline) {
        var path = ApiPath.core("namespaces", pod.namespace(), "pods", pod.name());
        return switch (api.ask(ApiCall.metadata(path), deadline, asking::pod)) {
            case ApiAnswer.Answered<NodePod>(var found) when found.isPossibly(pod.uid()) -> new PodLookup.Found(found);
            case ApiAnswer.Answered<NodePod>(var found) -> new PodLookup.OtherUid(pod.uid(), found.uid());
            case ApiAnswer.Failed<NodePod>(ApiFailure.NotFound _) -> new PodLookup.NotFound();
            case ApiAnswer.Failed<NodePod>(var why) -> new PodLookup.Unanswered(why.inWords());
        };
    }

    private static String key(PodIdentity pod) {
        return new ObjectName(pod.namespace(), pod.name()).key();
    }

    private static SharedValues.Weight weight(NodePod pod) {
        var annotations = pod.annotations();
        var characters = pod.namespace().length()
                + pod.name().length()
                + annotations.networks().map(String::length).orElse(0)
                + annotations.defaultNetwork().map(String::length).orElse(0);
        return new SharedValues.Weight(LEAST + 2 * characters, List.of());
    }
}
