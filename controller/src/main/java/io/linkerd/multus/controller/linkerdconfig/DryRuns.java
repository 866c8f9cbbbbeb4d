// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.contracts.Sha256;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.linkerdconfig.plan.InjectionProbeResult;
import io.linkerd.multus.service.kube.ApiFailure;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Creates a pod and a Service as dry runs in one namespace.
 *
 * @param namespace one that Linkerd's webhook selects
 */
public record DryRuns(ControllerContext context, String namespace) implements InjectionProbe {
    /** Linkerd's webhook, as the API server names it in a denial. */
    private static final String INJECTOR = "\"linkerd-proxy-injector.linkerd.io\" denied";

    private static final KubernetesSerialization JSON = new KubernetesSerialization();
    private static final ApiResource<Service> SERVICES = new ApiResource<>("services", KubernetesClient::services);

    @Override
    public InjectionProbeResult ask() {
        try {
            context.writes().createDry(SERVICES, service());
            return answer(context.writes().createDry(ProbePod.RESOURCE, pod()));
        } catch (ApiException e) {
            return refusal(e);
        }
    }

    /**
     * Where a webhook denies without a status of its own, the API server returns 400 and names the webhook; where a permission is missing, 403.
     * A denial by another webhook proves nothing about Linkerd's values.
     */
    static InjectionProbeResult refusal(ApiException e) {
        return switch (e.failure()) {
            case ApiFailure.Refused refused
            when refused.status() == 400 && refused.message().contains(INJECTOR) ->
                new InjectionProbeResult.Refused(refused.inWords());
            case ApiFailure.Forbidden _,
                    ApiFailure.Refused _,
                    ApiFailure.Conflict _,
                    ApiFailure.NotFound _,
                    ApiFailure.Unauthorized _,
                    ApiFailure.NamespaceTerminating _,
                    ApiFailure.Unreachable _ -> new InjectionProbeResult.NotAsked(String.valueOf(e.getMessage()));
        };
    }

    private static InjectionProbeResult answer(Pod pod) {
        var injected = Stream.of(
                        pod.getSpec().getInitContainers(), pod.getSpec().getContainers())
                .flatMap(List::stream)
                .filter(container -> container.getName().startsWith("linkerd-"))
                .toList();
        return injected.stream().anyMatch(container -> container.getName().equals(Linkerd.PROXY))
                ? new InjectionProbeResult.Injected(digest(injected))
                : new InjectionProbeResult.NotInjected();
    }

    /** Without volume mounts: volumes of tokens have another name in every pod. */
    private static String digest(List<Container> containers) {
        var same = containers.stream()
                .map(container -> new ContainerBuilder(container)
                        .withVolumeMounts(List.of())
                        .build())
                .toList();
        return Sha256.of(JSON.asJson(same));
    }

    private Pod pod() {
        return ProbePod.of(
                namespace,
                Map.of("linkerd.io/inject", Linkerd.ENABLED),
                Map.of(),
                List.of(ProbePod.container("probe", List.of())));
    }

    private Service service() {
        return new ServiceBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(ProbePod.NAME)
                .endMetadata()
                .withNewSpec()
                .addNewPort()
                .withPort(80)
                .endPort()
                .addToSelector("app.kubernetes.io/name", ProbePod.NAME)
                .endSpec()
                .build();
    }
}
