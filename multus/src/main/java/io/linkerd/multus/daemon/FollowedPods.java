// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon;

import io.linkerd.multus.daemon.cluster.NodePod;
import io.linkerd.multus.daemon.cluster.NodePods;
import io.linkerd.multus.daemon.cluster.PodLookup;
import io.linkerd.multus.daemon.commands.Finding;
import io.linkerd.multus.daemon.commands.Pod;
import io.linkerd.multus.daemon.commands.Pods;
import io.linkerd.multus.daemon.networks.PodAnnotations;
import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.service.clocks.Deadline;
import java.util.Optional;

/** The node's pods, in the words of commands. */
record FollowedPods(NodePods pods) implements Pods {

    @Override
    public Finding<Pod> find(PodIdentity pod, Deadline deadline) {
        return finding(pod, pods.find(pod, deadline));
    }

    @Override
    public Finding<Pod> await(PodIdentity pod, Deadline deadline) {
        return finding(pod, pods.await(pod, deadline));
    }

    private static Finding<Pod> finding(PodIdentity asked, PodLookup lookup) {
        return switch (lookup) {
            case PodLookup.Found(var pod) ->
                new Finding.Found<>(new Pod(
                        new PodIdentity(pod.namespace(), pod.name(), pod.uid()),
                        pod.annotations(),
                        pod.staticUid().isPresent()));
            case PodLookup.NotFound _ -> new Finding.Absent<>();
            // A command sees by the UID that it is another one, and reads nothing else of it.
            case PodLookup.OtherUid(var _, var got) ->
                new Finding.Found<>(new Pod(
                        new PodIdentity(asked.namespace(), asked.name(), got),
                        new PodAnnotations(Optional.empty(), Optional.empty()),
                        false));
            case PodLookup.Unanswered(var why) -> new Finding.Unknown<>(why);
        };
    }

    /** {@return the pod as the cluster's side knows it} */
    static NodePod nodePod(Pod pod) {
        var identity = pod.identity();
        return new NodePod(
                identity.namespace(),
                identity.name(),
                identity.uid(),
                pod.annotations(),
                pod.isStatic() ? Optional.of(new NodePod.StaticUid("")) : Optional.empty());
    }
}
