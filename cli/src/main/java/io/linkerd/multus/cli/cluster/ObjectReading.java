// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetSpec;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentSpec;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.linkerd.multus.cli.facts.AttachmentView;
import io.linkerd.multus.cli.facts.EventView;
import io.linkerd.multus.cli.facts.NamespaceView;
import io.linkerd.multus.cli.facts.PodDemand;
import io.linkerd.multus.cli.facts.WorkloadView;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.contracts.names.RolloutNames;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Picks from objects of the cluster what matters. */
final class ObjectReading {
    private static final String VERSION_LABEL = "app.kubernetes.io/version";
    private static final String CONTROL_PLANE = "linkerd.io/is-control-plane";

    private ObjectReading() {}

    static NamespaceView namespace(Namespace namespace) {
        var annotations = annotations(namespace);
        var labels = labels(namespace);
        return new NamespaceView(
                namespace.getMetadata().getName(),
                NamespaceMarks.of(annotations, labels),
                Optional.ofNullable(annotations.get(Linkerd.INJECT)).filter(value -> !value.isEmpty()),
                labels.containsKey(CONTROL_PLANE),
                Linkerd.DISABLED.equals(labels.get(RolloutNames.ADMISSION_WEBHOOKS)),
                namespace.getMetadata().getDeletionTimestamp() != null);
    }

    static AttachmentView attachment(GenericKubernetesResource attachment) {
        var config = attachment.getAdditionalProperties().get("spec") instanceof Map<?, ?> spec
                        && spec.get("config") instanceof String text
                ? text
                : "";
        return new AttachmentView(
                attachment.getMetadata().getNamespace(),
                config,
                LinkerdMultus.MANAGED_BY.equals(labels(attachment).get(LinkerdMultus.MANAGED_BY_LABEL)));
    }

    static EventView event(Event event) {
        var about = event.getInvolvedObject();
        return new EventView(
                text(about.getKind()),
                text(about.getNamespace()),
                text(about.getName()),
                text(about.getUid()),
                text(event.getReason()),
                text(event.getMessage()),
                last(event));
    }

    /** Events of {@code events.k8s.io} have no {@code lastTimestamp}. */
    private static Instant last(Event event) {
        return Stream.of(
                        Optional.ofNullable(event.getLastTimestamp()),
                        Optional.ofNullable(event.getEventTime()).flatMap(time -> Optional.ofNullable(time.getTime())),
                        Optional.ofNullable(event.getMetadata().getCreationTimestamp()))
                .flatMap(Optional::stream)
                .findFirst()
                .map(Instant::parse)
                .orElse(Instant.EPOCH);
    }

    static WorkloadView workload(Deployment deployment) {
        var spec = Optional.ofNullable(deployment.getSpec());
        var status = Optional.ofNullable(deployment.getStatus());
        return workload(
                deployment,
                spec.map(DeploymentSpec::getTemplate),
                spec.map(DeploymentSpec::getReplicas).orElse(1),
                status.map(DeploymentStatus::getReplicas).orElse(0),
                status.map(DeploymentStatus::getReadyReplicas).orElse(0));
    }

    static WorkloadView workload(DaemonSet daemonSet) {
        var status = Optional.ofNullable(daemonSet.getStatus());
        return workload(
                daemonSet,
                Optional.ofNullable(daemonSet.getSpec()).map(DaemonSetSpec::getTemplate),
                status.map(DaemonSetStatus::getDesiredNumberScheduled).orElse(0),
                status.map(DaemonSetStatus::getCurrentNumberScheduled).orElse(0),
                status.map(DaemonSetStatus::getNumberReady).orElse(0));
    }

    private static WorkloadView workload(
            HasMetadata object, Optional<PodTemplateSpec> template, int desired, int made, int ready) {
        var labels = labels(object);
        return new WorkloadView(
                object.getKind(),
                object.getMetadata().getNamespace(),
                object.getMetadata().getName(),
                labels.getOrDefault(LinkerdMultus.NAME_LABEL, ""),
                labels.getOrDefault(LinkerdMultus.INSTANCE_LABEL, ""),
                labels.getOrDefault(VERSION_LABEL, ""),
                desired,
                ready,
                template.map(PodTemplateSpec::getSpec)
                        .map(ObjectReading::environment)
                        .orElse(Map.of()),
                template.map(PodTemplateSpec::getSpec)
                        .map(PodSpec::getNodeSelector)
                        .orElse(Map.of()),
                template.map(one -> DemandReading.of(one, desired - Math.max(made, ready)))
                        .orElse(PodDemand.NONE));
    }

    private static Map<String, String> environment(PodSpec pod) {
        return pod.getContainers().stream()
                .flatMap(container -> container.getEnv().stream())
                .filter(variable -> variable.getValue() != null)
                .collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue, (first, _) -> first));
    }

    static Map<String, String> labels(HasMetadata object) {
        return Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.of());
    }

    static Map<String, String> annotations(HasMetadata object) {
        return Objects.requireNonNullElse(object.getMetadata().getAnnotations(), Map.of());
    }

    private static String text(@Nullable String value) {
        return Objects.requireNonNullElse(value, "");
    }
}
