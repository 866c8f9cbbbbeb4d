// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.controller.workloads.SeenWorkload.Port;
import io.linkerd.multus.controller.workloads.SeenWorkload.Template;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * All of a pod template by which one pod is injected otherwise than another. Most templates of a cluster are one question.
 *
 * @param annotations of the template, and those that its namespace gives it
 * @param ports of each container
 */
record Question(Map<String, String> annotations, List<List<Port>> ports) {
    private static final String NAME = "linkerd-multus-injection-probe";

    Question {
        annotations = Map.copyOf(annotations);
        ports = List.copyOf(ports);
    }

    static Question of(ExpectedPod expected, Template template) {
        var annotations = new HashMap<>(expected.words().annotations());
        annotations.putAll(template.asked());
        // Whether it is attached is not the injector's matter.
        annotations.put(Linkerd.MULTUS, Linkerd.DISABLED);
        return new Question(annotations, template.ports());
    }

    /** {@return a pod without an owner, since the injector writes an Event about the owner of each pod, and that every policy takes} */
    Pod pod(String namespace) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(NAME)
                .withAnnotations(annotations)
                .endMetadata()
                .withNewSpec()
                .withAutomountServiceAccountToken(true)
                .withNewSecurityContext()
                .withRunAsNonRoot(true)
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .endSecurityContext()
                .withContainers(IntStream.range(0, Math.max(1, ports.size()))
                        .mapToObj(this::container)
                        .toList())
                .endSpec()
                .build();
    }

    private Container container(int number) {
        return new ContainerBuilder()
                .withName("probe-" + number)
                .withImage("registry.k8s.io/pause:3.10")
                .withPorts(
                        number < ports.size()
                                ? ports.get(number).stream().map(Question::port).toList()
                                : List.of())
                .withNewSecurityContext()
                .withAllowPrivilegeEscalation(false)
                .withNewCapabilities()
                .withDrop("ALL")
                .endCapabilities()
                .endSecurityContext()
                .build();
    }

    private static ContainerPort port(Port port) {
        return new ContainerPortBuilder()
                .withName(port.name().isEmpty() ? null : port.name())
                .withContainerPort(port.number())
                .withProtocol(port.protocol())
                .build();
    }
}
