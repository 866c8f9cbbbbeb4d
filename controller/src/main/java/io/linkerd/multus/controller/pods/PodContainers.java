// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.controller.pods.plan.MeshPod.Redirection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a pod's containers, and how they are, say about it. */
final class PodContainers {
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    private PodContainers() {}

    static boolean haveEnded(Pod pod) {
        return status(pod).map(PodStatus::getPhase).filter(ENDED::contains).isPresent();
    }

    static Redirection redirection(Pod pod) {
        if (initContainers(pod).anyMatch(PodContainers::redirects)) {
            return Redirection.OWN;
        }
        return !isReady(pod)
                        && status(pod).stream()
                                .flatMap(PodContainers::validators)
                                .anyMatch(PodContainers::refutes)
                ? Redirection.MISSING
                : Redirection.UNREFUTED;
    }

    static boolean redirects(Container container) {
        return Linkerd.INIT.equals(container.getName());
    }

    static Stream<Container> initContainers(Pod pod) {
        return Optional.ofNullable(pod.getSpec()).stream().flatMap(spec -> spec.getInitContainers().stream());
    }

    static Stream<Container> containers(Pod pod) {
        return Optional.ofNullable(pod.getSpec()).stream().flatMap(spec -> spec.getContainers().stream());
    }

    /** {@return all of them, init containers last} */
    static Stream<Container> all(Pod pod) {
        return Stream.concat(containers(pod), initContainers(pod));
    }

    /** It may be an init container, a sidecar that is written as one, or a container. */
    private static Stream<ContainerStatus> validators(PodStatus status) {
        return Stream.concat(status.getInitContainerStatuses().stream(), status.getContainerStatuses().stream())
                .filter(container -> Linkerd.NETWORK_VALIDATOR.equals(container.getName()));
    }

    /** One that succeeded in the end has found the rules. */
    private static boolean refutes(ContainerStatus validator) {
        var exitCode = exitCode(validator.getState());
        return exitCode.or(() -> exitCode(validator.getLastState()))
                .filter(code -> code == Linkerd.NOT_REDIRECTED)
                .isPresent();
    }

    private static Optional<Integer> exitCode(@Nullable ContainerState state) {
        return Optional.ofNullable(state).map(ContainerState::getTerminated).map(ContainerStateTerminated::getExitCode);
    }

    static boolean isReady(Pod pod) {
        return status(pod).stream()
                .flatMap(status -> status.getConditions().stream())
                .anyMatch(condition -> "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
    }

    private static Optional<PodStatus> status(Pod pod) {
        return Optional.ofNullable(pod.getStatus());
    }
}
