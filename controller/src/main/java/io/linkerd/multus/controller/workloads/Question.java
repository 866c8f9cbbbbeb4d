// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.controller.linkerdconfig.ProbePod;
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
 * @param labels of the template that are Linkerd's: by those its webhooks select pods
 * @param ports of each container
 */
record Question(Map<String, String> annotations, Map<String, String> labels, List<List<Port>> ports) {
    private static final String LINKERDS = "linkerd.io/";

    Question {
        annotations = Map.copyOf(annotations);
        labels = Map.copyOf(labels);
        ports = List.copyOf(ports);
    }

    static Question of(ExpectedPods expected, Template template) {
        var annotations = new HashMap<>(expected.words().annotations());
        annotations.putAll(template.asked());
        // Whether it is attached is not the injector's matter.
        annotations.remove(Linkerd.MULTUS);
        var labels = new HashMap<>(template.labels());
        labels.keySet().removeIf(name -> !name.startsWith(LINKERDS));
        return new Question(annotations, labels, template.ports());
    }

    /** {@return the pod that is asked about} */
    Pod pod(String namespace) {
        var containers = IntStream.range(0, Math.max(1, ports.size()))
                .mapToObj(this::container)
                .toList();
        return ProbePod.of(namespace, annotations, labels, containers);
    }

    private Container container(int number) {
        return ProbePod.container(
                "probe-" + number,
                number < ports.size()
                        ? ports.get(number).stream().map(Question::port).toList()
                        : List.of());
    }

    private static ContainerPort port(Port port) {
        return new ContainerPortBuilder()
                .withName(port.name().isEmpty() ? null : port.name())
                .withContainerPort(port.number())
                .withProtocol(port.protocol())
                .build();
    }
}
