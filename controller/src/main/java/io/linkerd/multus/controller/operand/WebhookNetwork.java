// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operand;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.Optional;

/**
 * Where the webhook serves, which is laid over its objects as the chart has it.
 *
 * @param onNodes whether its pods are in their nodes' own network
 * @param port that API servers call
 * @param healthPort of health and metrics
 */
record WebhookNetwork(boolean onNodes, int port, int healthPort) {
    /** Name of the Deployment, the NetworkPolicy and the Service that API servers call. */
    static final String WEBHOOK = Rendering.RELEASE + "-webhook";

    private static final String METRICS = WEBHOOK + "-metrics";
    private static final String HTTPS = "https";

    private static final int USUAL_PORT = 8443;
    private static final int USUAL_HEALTH_PORT = 8080;
    private static final int USUAL_HEALTH_PORT_OF_NODES = 9644;

    static WebhookNetwork of(OperandSpec.Webhook said) {
        boolean onNodes = Boolean.TRUE.equals(said.hostNetwork());
        return new WebhookNetwork(
                onNodes,
                Optional.ofNullable(said.port()).orElse(USUAL_PORT),
                Optional.ofNullable(said.healthPort())
                        .orElse(onNodes ? USUAL_HEALTH_PORT_OF_NODES : USUAL_HEALTH_PORT));
    }

    Deployment over(Deployment rendered) {
        var spec = new DeploymentBuilder(rendered).editSpec();
        if (onNodes) {
            // A new pod has nowhere to be before an old one goes, where each node has one: its ports are taken.
            spec.editStrategy()
                    .editRollingUpdate()
                    .withMaxUnavailable(new IntOrString(1))
                    .withMaxSurge(new IntOrString(0))
                    .endRollingUpdate()
                    .endStrategy();
        }
        return spec.editTemplate()
                .withSpec(over(rendered.getSpec().getTemplate().getSpec()))
                .endTemplate()
                .endSpec()
                .build();
    }

    private PodSpec over(PodSpec rendered) {
        var pod = new PodSpecBuilder(rendered)
                .withContainers(rendered.getContainers().stream()
                        .map(container -> new ContainerBuilder(container)
                                .withPorts(container.getPorts().stream()
                                        .map(this::over)
                                        .toList())
                                .build())
                        .toList());
        if (onNodes) {
            pod.withHostNetwork(true).withDnsPolicy("ClusterFirstWithHostNet");
        }
        return pod.build();
    }

    private ContainerPort over(ContainerPort rendered) {
        int number = rendered.getName().equals(HTTPS) ? port : healthPort;
        return new ContainerPortBuilder(rendered)
                .withContainerPort(number)
                .withHostPort(onNodes ? Integer.valueOf(number) : null)
                .build();
    }

    /** The Service that API servers call leads to the port by its name. */
    Service over(Service rendered) {
        return rendered.getMetadata().getName().equals(METRICS)
                ? new ServiceBuilder(rendered)
                        .editSpec()
                        .editFirstPort()
                        .withPort(healthPort)
                        .endPort()
                        .endSpec()
                        .build()
                : rendered;
    }
}
