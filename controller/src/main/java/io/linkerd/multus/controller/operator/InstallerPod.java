// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A pod of the installer, as far as it tells whether its node can have it.
 *
 * @param node that it is on or is for; empty where it does not say
 * @param leaving whether it has been deleted, and has not ended yet
 * @param detail what Kubernetes says about the state; empty where it says nothing
 */
record InstallerPod(String node, State state, boolean leaving, String detail) {
    /** What a container waits for that the kubelet has tried to start (kubelet, {@code images/types.go}, {@code container/sync_result.go}). */
    private static final Set<String> FAILED_STARTS = Set.of(
            "ErrImagePull",
            "ImagePullBackOff",
            "CreateContainerConfigError",
            "CreateContainerError",
            "RunContainerError",
            "CrashLoopBackOff");

    /** How far it is. */
    enum State {
        /** It does its work. */
        READY,
        /** The scheduler finds no place for it. */
        UNSCHEDULABLE,
        /** The kubelet does not admit it, or has evicted it. */
        NOT_ADMITTED,
        /** One of its containers does not start. */
        CANNOT_START,
        /** Nothing speaks against it. */
        STARTING
    }

    /** {@return what that pod tells} */
    static InstallerPod of(Pod pod) {
        var status = Objects.requireNonNullElseGet(pod.getStatus(), PodStatus::new);
        var leaving = pod.getMetadata().getDeletionTimestamp() != null;
        var node = node(Objects.requireNonNullElseGet(pod.getSpec(), PodSpec::new));
        if ("Failed".equals(status.getPhase())) {
            return new InstallerPod(node, State.NOT_ADMITTED, leaving, said(status.getReason()));
        }
        if (condition(status, "Ready", "True").isPresent()) {
            return new InstallerPod(node, State.READY, leaving, "");
        }
        var unscheduled = condition(status, "PodScheduled", "False")
                .filter(condition -> "Unschedulable".equals(condition.getReason()));
        if (unscheduled.isPresent()) {
            return new InstallerPod(
                    node, State.UNSCHEDULABLE, leaving, said(unscheduled.get().getMessage()));
        }
        var isFailing = Stream.concat(
                        status.getInitContainerStatuses().stream(), status.getContainerStatuses().stream())
                .anyMatch(InstallerPod::isFailing);
        return new InstallerPod(node, isFailing ? State.CANNOT_START : State.STARTING, leaving, "");
    }

    boolean is(State other) {
        return state == other;
    }

    /** The DaemonSet controller says by an affinity which node a pod is for, and the scheduler binds it (KEP-548). */
    private static String node(PodSpec spec) {
        return Optional.ofNullable(spec.getNodeName())
                .filter(name -> !name.isEmpty())
                .or(() -> Optional.ofNullable(spec.getAffinity())
                        .map(Affinity::getNodeAffinity)
                        .map(NodeAffinity::getRequiredDuringSchedulingIgnoredDuringExecution)
                        .map(NodeSelector::getNodeSelectorTerms)
                        .stream()
                        .flatMap(terms -> terms.stream())
                        .flatMap(term -> term.getMatchFields().stream())
                        .filter(field -> "metadata.name".equals(field.getKey()))
                        .map(NodeSelectorRequirement::getValues)
                        .flatMap(names -> names.stream())
                        .findFirst())
                .orElse("");
    }

    private static Optional<PodCondition> condition(PodStatus status, String type, String is) {
        return status.getConditions().stream()
                .filter(condition -> type.equals(condition.getType()) && is.equals(condition.getStatus()))
                .findFirst();
    }

    /** One that runs between two failures counts, too: what is known of its node would else change with each. */
    private static boolean isFailing(ContainerStatus container) {
        return Objects.requireNonNullElse(container.getRestartCount(), 0) > 0
                || Optional.ofNullable(container.getState())
                        .map(ContainerState::getWaiting)
                        .map(ContainerStateWaiting::getReason)
                        .filter(FAILED_STARTS::contains)
                        .isPresent();
    }

    private static String said(String text) {
        return Objects.requireNonNullElse(text, "");
    }
}
