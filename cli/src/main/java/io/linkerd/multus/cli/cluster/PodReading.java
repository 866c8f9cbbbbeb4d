// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.linkerd.multus.cli.facts.ContainerView;
import io.linkerd.multus.cli.facts.PodView;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.names.OpenShift;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Picks from pods, and from what they are made by, what matters. */
final class PodReading {
    private static final Set<String> ANNOTATIONS = Set.of(
            Linkerd.MULTUS,
            Linkerd.INJECT,
            Linkerd.PROXY_UID,
            Linkerd.CREATED_BY,
            Multus.NETWORKS,
            Multus.NETWORK_STATUS,
            OpenShift.SCC);

    private static final Set<String> LABELS = Stream.concat(
                    Linkerd.NOT_SENT_LABELS.stream(), Stream.of(Linkerd.CONTROL_PLANE_NAMESPACE, Linkerd.MULTUS))
            .collect(Collectors.toUnmodifiableSet());

    /** A container that waits for those before it has no reason of its own. */
    private static final Set<String> NO_REASON = Set.of("PodInitializing", "ContainerCreating");

    private PodReading() {}

    static PodView of(Pod pod) {
        var status = Optional.ofNullable(pod.getStatus());
        var metadata = pod.getMetadata();
        var node = Optional.ofNullable(pod.getSpec().getNodeName()).filter(name -> !name.isEmpty());
        var made = new PodView.Made(
                Objects.requireNonNullElse(metadata.getUid(), ""),
                node,
                status.flatMap(PodReading::unscheduled),
                status.map(PodStatus::getPhase).orElse(""),
                status.map(PodStatus::getPodIP).filter(ip -> !ip.isEmpty()).isPresent(),
                metadata.getDeletionTimestamp() != null);
        return of(metadata, metadata.getNamespace(), pod.getSpec(), Optional.of(made), status);
    }

    /** {@return what would be made by that template} */
    static PodView of(PodTemplateSpec template, String namespace, String name) {
        var metadata = Optional.ofNullable(template.getMetadata()).orElseGet(ObjectMeta::new);
        metadata.setName(name);
        return of(metadata, namespace, template.getSpec(), Optional.empty(), Optional.empty());
    }

    private static PodView of(
            ObjectMeta metadata,
            String namespace,
            PodSpec spec,
            Optional<PodView.Made> made,
            Optional<PodStatus> status) {
        var containers = new ArrayList<ContainerView>();
        var initStatuses = status.map(PodStatus::getInitContainerStatuses).orElse(List.of());
        var statuses = status.map(PodStatus::getContainerStatuses).orElse(List.of());
        spec.getInitContainers().forEach(each -> containers.add(container(each, spec, initStatuses, true)));
        spec.getContainers().forEach(each -> containers.add(container(each, spec, statuses, false)));
        return new PodView(
                namespace,
                Objects.requireNonNullElse(metadata.getName(), ""),
                made,
                picked(metadata.getAnnotations(), ANNOTATIONS),
                picked(metadata.getLabels(), LABELS),
                Boolean.TRUE.equals(spec.getHostNetwork()),
                Objects.requireNonNullElse(spec.getRuntimeClassName(), ""),
                containers);
    }

    private static Map<String, String> picked(@Nullable Map<String, String> all, Set<String> wanted) {
        var picked = new HashMap<String, String>();
        if (all != null) {
            wanted.forEach(key -> Optional.ofNullable(all.get(key)).ifPresent(value -> picked.put(key, value)));
        }
        return picked;
    }

    private static ContainerView container(
            Container container, PodSpec spec, List<ContainerStatus> statuses, boolean init) {
        var status = statuses.stream()
                .filter(each -> each.getName().equals(container.getName()))
                .findFirst();
        return new ContainerView(
                container.getName(),
                init,
                init && "Always".equals(container.getRestartPolicy()),
                uid(container, spec),
                status.filter(each -> Boolean.TRUE.equals(each.getReady())).isPresent(),
                exit(status),
                status.map(ContainerStatus::getState)
                        .map(ContainerState::getTerminated)
                        .isPresent(),
                status.map(ContainerStatus::getState)
                        .map(ContainerState::getWaiting)
                        .filter(waiting -> waiting.getReason() != null && !NO_REASON.contains(waiting.getReason()))
                        .map(PodReading::words));
    }

    private static OptionalLong uid(Container container, PodSpec spec) {
        var own = Optional.ofNullable(container.getSecurityContext())
                .flatMap(context -> Optional.ofNullable(context.getRunAsUser()));
        var pods = Optional.ofNullable(spec.getSecurityContext())
                .flatMap(context -> Optional.ofNullable(context.getRunAsUser()));
        return own.or(() -> pods).map(OptionalLong::of).orElseGet(OptionalLong::empty);
    }

    /** Of one that was started again, what it ended with before counts until it ends once more. */
    private static OptionalInt exit(Optional<ContainerStatus> status) {
        return Stream.of(status.map(ContainerStatus::getState), status.map(ContainerStatus::getLastState))
                .flatMap(Optional::stream)
                .map(ContainerState::getTerminated)
                .filter(Objects::nonNull)
                .mapToInt(ContainerStateTerminated::getExitCode)
                .findFirst();
    }

    private static String words(ContainerStateWaiting waiting) {
        return waiting.getMessage() == null || waiting.getMessage().isEmpty()
                ? waiting.getReason()
                : waiting.getReason() + ": " + waiting.getMessage();
    }

    private static Optional<String> unscheduled(PodStatus status) {
        return status.getConditions().stream()
                .filter(condition ->
                        "PodScheduled".equals(condition.getType()) && "False".equals(condition.getStatus()))
                .map(condition -> Objects.requireNonNullElse(condition.getMessage(), ""))
                .findFirst();
    }
}
