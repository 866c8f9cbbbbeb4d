// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.controller.engine.api.ApiResource;
import java.util.List;
import java.util.Map;

/**
 * A pod that is only created as a dry run, to see what Linkerd's injector makes of it. It has no owner, since the injector writes an Event about
 * the owner of each pod that it injects; it fits restricted pod security, and our own webhook is kept away from it, so the answer is the
 * injector's.
 */
public final class ProbePod {
    /** What such pods are created by. */
    public static final ApiResource<Pod> RESOURCE = new ApiResource<>("pods", KubernetesClient::pods);

    static final String NAME = "linkerd-multus-injection-probe";

    private ProbePod() {}

    /** {@return one with these annotations, but for ours, and labels} */
    public static Pod of(
            String namespace, Map<String, String> annotations, Map<String, String> labels, List<Container> containers) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(NAME)
                .withLabels(labels)
                .withAnnotations(annotations)
                .addToAnnotations(Linkerd.MULTUS, Linkerd.DISABLED)
                .endMetadata()
                .withNewSpec()
                .withAutomountServiceAccountToken(true)
                .withNewSecurityContext()
                .withRunAsNonRoot(true)
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .endSecurityContext()
                .withContainers(containers)
                .endSpec()
                .build();
    }

    /** {@return a container of such a pod} */
    public static Container container(String name, List<ContainerPort> ports) {
        return new ContainerBuilder()
                .withName(name)
                .withImage("registry.k8s.io/pause:3.10")
                .withPorts(ports)
                .withNewSecurityContext()
                .withAllowPrivilegeEscalation(false)
                .withNewCapabilities()
                .withDrop("ALL")
                .endCapabilities()
                .endSecurityContext()
                .build();
    }
}
