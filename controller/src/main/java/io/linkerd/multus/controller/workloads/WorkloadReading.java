// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.RolloutNames;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.pods.Interned;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.controller.workloads.SeenWorkload.Port;
import io.linkerd.multus.controller.workloads.SeenWorkload.Template;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a Deployment, StatefulSet, DaemonSet or ReplicaSet. What cannot be read of it counts as absent. */
final class WorkloadReading {
    /** What the templates of one tool have in common is kept once. */
    private static final Interned<String> TEXTS = new Interned<>();

    /** In the place of a reference that can be none. */
    private static final PodOwner UNKNOWN = new PodOwner("", "", "", "");

    private WorkloadReading() {}

    /** {@return what matters of the object} Objects of a list do not say what they are, so {@code kind} does. */
    static SeenWorkload of(GenericKubernetesResource object, WorkloadKind kind) {
        var metadata = object.getMetadata();
        var fields = Fields.of(object);
        var labels = new HashMap<>(Objects.requireNonNullElse(metadata.getLabels(), Map.<String, String>of()));
        labels.keySet()
                .removeIf(name -> !SeenWorkload.MANAGED.contains(name)
                        && !name.equals(RolloutNames.RECONCILE)
                        && !name.equals(Linkerd.CONTROL_PLANE_COMPONENT));
        var status = new StatusReading(kind, Objects.requireNonNullElse(metadata.getGeneration(), 0L), fields);
        return new SeenWorkload(
                new Subject(
                        WorkloadKind.API_VERSION,
                        kind.kind(),
                        metadata.getNamespace(),
                        metadata.getName(),
                        text(metadata.getUid())),
                text(metadata.getResourceVersion()),
                owner(metadata).map(one -> one.isTooLong() ? UNKNOWN : one),
                TEXTS.sameOf(labels),
                template(fields.at("spec", "template"), labels.get(Linkerd.CONTROL_PLANE_COMPONENT)),
                status.habits(),
                status.isOnDelete(),
                status.counts(),
                status.hasDeadline());
    }

    /**
     * {@return what keeps the object: its controller, or else its first owner of a kind that is not ours} Operator Lifecycle Manager and Strimzi,
     * for example, write {@code controller: false} and put the pod template back all the same. A reference to a kind of ours that is no
     * controller says only which of both is deleted first.
     */
    static Optional<PodOwner> owner(ObjectMeta metadata) {
        var references = Objects.requireNonNullElse(metadata.getOwnerReferences(), List.<OwnerReference>of());
        return references.stream()
                .filter(reference -> Boolean.TRUE.equals(reference.getController()))
                .map(WorkloadReading::asOwner)
                .findFirst()
                .or(() -> references.stream()
                        .map(WorkloadReading::asOwner)
                        .filter(owner -> WorkloadKind.of(owner).isEmpty())
                        .findFirst());
    }

    private static PodOwner asOwner(OwnerReference reference) {
        return new PodOwner(
                text(reference.getApiVersion()),
                text(reference.getKind()),
                text(reference.getName()),
                text(reference.getUid()));
    }

    private static Template template(Fields template, @Nullable String component) {
        var annotations = template.texts("metadata", "annotations");
        var asked = new HashMap<>(annotations);
        asked.keySet().removeIf(name -> !Linkerd.isInjectorsWord(name) && !name.equals(Linkerd.MULTUS));
        var containers = template.items("spec", "containers");
        return new Template(
                TEXTS.sameOf(template.texts("metadata", "labels")),
                TEXTS.sameOf(asked),
                Optional.ofNullable(annotations.get(RolloutNames.ROLLED_OUT_FOR))
                        .flatMap(RolloutMark::read),
                Optional.ofNullable(annotations.get(RolloutNames.RESTARTED_AT)).flatMap(WorkloadReading::moment),
                Stream.concat(
                                containers.stream().map(WorkloadReading::portsAndProbes),
                                template.items("spec", "initContainers").stream()
                                        .map(WorkloadReading::portsWithoutNames)
                                        .filter(ports -> !ports.isEmpty()))
                        .toList(),
                containers.stream()
                        .filter(container -> component != null
                                && container
                                        .text("name")
                                        .filter(component::equals)
                                        .isPresent())
                        .flatMap(container -> container.text("image").stream())
                        .findFirst(),
                isLeftAlone(template));
    }

    private static boolean isLeftAlone(Fields template) {
        return template.flag("spec", "hostNetwork")
                || template.texts("metadata", "labels").keySet().stream().anyMatch(Linkerd.NOT_SENT_LABELS::contains)
                || Stream.of("containers", "initContainers")
                        .flatMap(list -> template.items("spec", list).stream())
                        .anyMatch(container -> Linkerd.isOfMesh(
                                container.text("name").orElse(""),
                                container.text("image").orElse("")));
    }

    /** Linkerd's injector takes the ports of two kinds of probes for ports of the application, if they are numbers. */
    private static List<Port> portsAndProbes(Fields container) {
        var ports = new ArrayList<>(ports(container));
        Stream.of("readinessProbe", "livenessProbe")
                .map(probe -> container.number(0, probe, "httpGet", "port"))
                .filter(number -> number > 0 && ports.stream().noneMatch(port -> port.number() == number))
                .forEach(number -> ports.add(new Port("", number, "TCP")));
        return ports;
    }

    private static List<Port> ports(Fields container) {
        return ports(container, true);
    }

    /** An annotation that names a port means one of a container: the injector looks at no other. */
    private static List<Port> portsWithoutNames(Fields container) {
        return ports(container, false);
    }

    private static List<Port> ports(Fields container, boolean named) {
        return container.items("ports").stream()
                .map(port -> new Port(
                        TEXTS.same(port.text("name").filter(_ -> named).orElse("")),
                        port.number(0, "containerPort"),
                        TEXTS.same(port.text("protocol").orElse("TCP"))))
                .toList();
    }

    /** {@code kubectl} writes its local time with its offset. */
    private static Optional<Instant> moment(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private static String text(@Nullable String text) {
        return Objects.requireNonNullElse(text, "");
    }
}
