// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.RolloutNames;
import io.linkerd.multus.controller.pods.plan.PodFacts.Redirection;
import io.linkerd.multus.controller.pods.plan.PodUsers;
import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.controller.pods.plan.TrustAnchors;
import io.linkerd.multus.controller.workloads.plan.MeshedPod.Attachment;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads from a pod what says whether it is outdated. */
final class PodTraitsReading {
    private static final String ALWAYS = "Always";

    private PodTraitsReading() {}

    /** {@return the traits of a whole pod} {@code anchors} reads a bundle. */
    static PodTraits of(Pod pod, Function<String, TrustAnchors> anchors) {
        var annotations = orNone(pod.getMetadata().getAnnotations());
        return new PodTraits(
                Optional.ofNullable(orNone(pod.getMetadata().getLabels()).get(Linkerd.CONTROL_PLANE_COMPONENT)),
                proxy(pod).map(proxy -> InjectedReading.of(pod, proxy, annotations, anchors)),
                Optional.ofNullable(annotations.get(Linkerd.CREATED_BY)),
                asked(annotations),
                users(pod),
                attachment(pod),
                Optional.ofNullable(annotations.get(RolloutNames.ROLLED_OUT_FOR))
                        .flatMap(RolloutMark::read),
                PodContainers.isReady(pod));
    }

    /** {@return those annotations that override Linkerd's values, or say whether the injector acts at all} */
    static Map<String, String> asked(Map<String, String> annotations) {
        var asked = new HashMap<>(annotations);
        asked.keySet().removeIf(name -> !Linkerd.isInjectorsWord(name) && !name.equals(Linkerd.MULTUS));
        return asked;
    }

    /** Multus leaves no word of Linkerd's network in the pod's network status, which has no interface: what counts is what was asked for. */
    private static Attachment attachment(Pod pod) {
        return PodContainers.redirection(pod) == Redirection.OWN
                        || !WatchedPod.attachments(pod).isEmpty()
                ? Attachment.PRESENT
                : Attachment.MISSING;
    }

    private static Optional<Container> proxy(Pod pod) {
        return Stream.concat(PodContainers.containers(pod), PodContainers.initContainers(pod))
                .filter(container -> Linkerd.PROXY.equals(container.getName()))
                .findFirst();
    }

    /** Init containers that end before the application starts may have the proxy's on purpose, as Linkerd documents it. */
    private static PodUsers users(Pod pod) {
        var ofPod = Optional.ofNullable(pod.getSpec())
                .map(PodSpec::getSecurityContext)
                .map(PodSecurityContext::getRunAsUser);
        var others = Stream.concat(
                        PodContainers.containers(pod),
                        PodContainers.initContainers(pod)
                                .filter(container -> ALWAYS.equals(container.getRestartPolicy())))
                .filter(container -> !Linkerd.PROXY.equals(container.getName()))
                .flatMap(container -> user(container, ofPod).stream())
                .collect(Collectors.toUnmodifiableSet());
        return new PodUsers(proxy(pod).flatMap(proxy -> user(proxy, ofPod)), others);
    }

    private static Optional<Long> user(Container container, Optional<Long> ofPod) {
        return Optional.ofNullable(container.getSecurityContext())
                .map(SecurityContext::getRunAsUser)
                .or(() -> ofPod);
    }

    private static Map<String, String> orNone(@Nullable Map<String, String> map) {
        return map == null ? Map.of() : map;
    }
}
