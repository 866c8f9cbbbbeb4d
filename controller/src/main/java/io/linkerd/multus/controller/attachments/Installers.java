// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.linkerd.multus.contracts.plans.attachments.InstallerPod;
import io.linkerd.multus.contracts.plans.attachments.KubeconfigRollout;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.engine.api.ClientTransport;
import io.linkerd.multus.controller.pods.PodLists;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Asks the API server how far the installers of this release are. Their pods tell, not the DaemonSet's status alone: that does not say
 * whether a pod that is not ready is one of before.
 *
 * @param namespace our own
 * @param daemonSet the installer's name there
 */
public record Installers(ClientTransport api, String namespace, String daemonSet) {
    private static final ApiResource<GenericKubernetesResource> DAEMON_SETS =
            ApiResource.generic("apps", "v1", "DaemonSet", "daemonsets", true);

    /** {@return how far they are with a kubeconfig at this path; where there is no DaemonSet, there is none to wait for} */
    KubeconfigRollout rollout(String path) {
        return DAEMON_SETS
                .read(api.client(), namespace, daemonSet)
                .map(found -> rollout(found, path))
                .orElse(KubeconfigRollout.NO_INSTALLERS);
    }

    private KubeconfigRollout rollout(GenericKubernetesResource installer, String path) {
        long generation =
                Optional.ofNullable(installer.getMetadata().getGeneration()).orElse(0L);
        boolean counted = number(installer, "observedGeneration") >= generation;
        var pods = new ArrayList<InstallerPod>();
        PodLists.read(
                api,
                PodLists.labelled(namespace, labels(installer)),
                pod -> pod.object().map(Installers::installer).ifPresent(pods::add));
        return KubeconfigRollout.of(counted, (int) number(installer, "desiredNumberScheduled"), pods, path);
    }

    /** In a status that nobody has written yet there is less than nothing. */
    private static long number(GenericKubernetesResource installer, String name) {
        return installer.<Object>get("status", name) instanceof Number number ? number.longValue() : -1;
    }

    private static Map<String, String> labels(GenericKubernetesResource installer) {
        var labels = new HashMap<String, String>();
        if (installer.<Object>get("spec", "selector", "matchLabels") instanceof Map<?, ?> selector) {
            selector.forEach((name, value) -> labels.put(String.valueOf(name), String.valueOf(value)));
        }
        return labels;
    }

    static InstallerPod installer(Pod pod) {
        return new InstallerPod(
                Objects.requireNonNullElse(pod.getSpec().getNodeName(), ""), isReady(pod), kubeconfigPath(pod));
    }

    private static boolean isReady(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() == null
                && pod.getStatus() != null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(condition ->
                                "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
    }

    private static String kubeconfigPath(Pod pod) {
        return InstallerPod.kubeconfigPath(pod.getSpec().getContainers().stream()
                .map(container -> container.getEnv().stream()
                        .filter(variable -> variable.getValue() != null)
                        .collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue, (_, last) -> last))));
    }
}
