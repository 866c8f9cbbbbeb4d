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

/** A pod of the installer, as far as it tells whether its node can have it. */
record InstallerPod(Pod pod) {
    /** What a container waits for that the kubelet has tried to start (kubelet, {@code images/types.go}, {@code container/sync_result.go}). */
    private static final Set<String> FAILED_STARTS = Set.of(
            "ErrImagePull",
            "ImagePullBackOff",
            "CreateContainerConfigError",
            "CreateContainerError",
            "RunContainerError",
            "CrashLoopBackOff");

    /**
     * {@return the node that it is on or is for; empty where it does not say} The DaemonSet controller says by an affinity which node a pod is
     * for, and the scheduler binds it (KEP-548).
     */
    String node() {
        var spec = Optional.ofNullable(pod.getSpec());
        return spec.map(PodSpec::getNodeName)
                .filter(name -> !name.isEmpty())
                .or(() -> spec
                        .map(PodSpec::getAffinity)
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

    /** {@return whether it has been deleted, and has not ended yet} */
    boolean isLeaving() {
        return pod.getMetadata().getDeletionTimestamp() != null;
    }

    /** {@return whether it does its work} */
    boolean isReady() {
        return !isFailed() && condition("Ready", "True").isPresent();
    }

    private boolean isFailed() {
        return "Failed".equals(status().getPhase());
    }

    /**
     * {@return its node with what keeps it from starting there; empty where nothing is known that does} It is not ready.
     *
     * @param architecture of its node; empty where that is not known
     * @param own architecture of the operator's own node
     */
    Optional<AwayNode> away(Optional<String> architecture, String own) {
        if (isFailed()) {
            return Optional.of(away(AwayNode.Cause.NOT_ADMITTED, status().getReason()));
        }
        var unscheduled =
                condition("PodScheduled", "False").filter(condition -> "Unschedulable".equals(condition.getReason()));
        if (unscheduled.isPresent()) {
            return Optional.of(
                    away(AwayNode.Cause.UNSCHEDULABLE, unscheduled.get().getMessage()));
        }
        var isFailing = Stream.concat(
                        status().getInitContainerStatuses().stream(), status().getContainerStatuses().stream())
                .anyMatch(InstallerPod::isFailing);
        return architecture
                .filter(other -> isFailing && !other.isEmpty() && !other.equals(own))
                .map(other -> away(AwayNode.Cause.OTHER_ARCHITECTURE, other));
    }

    private AwayNode away(AwayNode.Cause cause, String detail) {
        return new AwayNode(node(), cause, Objects.requireNonNullElse(detail, ""), false);
    }

    private PodStatus status() {
        return Objects.requireNonNullElseGet(pod.getStatus(), PodStatus::new);
    }

    private Optional<PodCondition> condition(String type, String is) {
        return status().getConditions().stream()
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
}
