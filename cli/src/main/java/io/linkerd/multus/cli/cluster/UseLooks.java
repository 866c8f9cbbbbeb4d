// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.networks.NetworkSelection;
import io.linkerd.multus.contracts.plans.attachments.InstallerPod;
import io.linkerd.multus.contracts.plans.attachments.KubeconfigRollout;
import io.linkerd.multus.contracts.plans.attachments.PodNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Looks at who needs what the controller keeps: pods their attachments, nodes an earlier path of the plugin's kubeconfig. */
public record UseLooks(Cluster cluster) {
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    /** A pod, and the namespace whose attachment it refers to. */
    private record Reference(String pod, String namespace) {}

    /** {@return the pods that need an attachment, by its namespace; those of one namespace, or of all} */
    public Sight<Map<String, PodNames>> pods(Optional<String> namespace) {
        Sight<List<Reference>> all = cluster.list(
                "list pods" + namespace.map(name -> " in namespace " + name).orElse(""),
                options -> Kinds.in(client().pods(), namespace).list(options),
                UseLooks::references);
        return all.map(references -> {
            var names = new HashMap<String, PodNames>();
            references.forEach(one ->
                    names.merge(one.namespace(), PodNames.NONE.with(one.pod()), (before, _) -> before.with(one.pod())));
            return names;
        });
    }

    private static Stream<Reference> references(Pod pod) {
        var metadata = pod.getMetadata();
        return hasEnded(pod)
                ? Stream.empty()
                : Optional.ofNullable(ObjectReading.annotations(pod).get(Multus.NETWORKS)).stream()
                        .flatMap(networks ->
                                NetworkSelection.namespaces(networks, Multus.ATTACHMENT, metadata.getNamespace()))
                        .distinct()
                        .map(place -> new Reference(metadata.getNamespace() + "/" + metadata.getName(), place));
    }

    private static boolean hasEnded(Pod pod) {
        return pod.getStatus() != null
                && pod.getStatus().getPhase() != null
                && ENDED.contains(pod.getStatus().getPhase());
    }

    /** {@return how far the installers of a DaemonSet are with a kubeconfig at this path} */
    public Sight<KubeconfigRollout> rollout(String namespace, String daemonSet, String path) {
        Sight<DaemonSet> seen = cluster.ask(
                "get daemonsets in namespace " + namespace,
                () -> Kinds.one(client().apps().daemonSets(), namespace, daemonSet));
        return switch (seen) {
            case Sight.Seen<DaemonSet>(var installer) -> rollout(namespace, installer, path);
            case Sight.Absent<DaemonSet> _ -> new Sight.Seen<>(KubeconfigRollout.NO_INSTALLERS);
            case Sight.Denied<DaemonSet>(var right) -> new Sight.Denied<>(right);
            case Sight.Failed<DaemonSet>(var words) -> new Sight.Failed<>(words);
        };
    }

    private Sight<KubeconfigRollout> rollout(String namespace, DaemonSet installer, String path) {
        var selector = Optional.ofNullable(installer.getSpec().getSelector())
                .map(labels -> Objects.requireNonNullElse(labels.getMatchLabels(), Map.<String, String>of()))
                .orElse(Map.of());
        Sight<List<InstallerPod>> pods = cluster.list(
                "list pods in namespace " + namespace,
                options -> client().pods().inNamespace(namespace).list(Looks.selected(options, selector)),
                pod -> Stream.of(installer(pod)));
        var status = Optional.ofNullable(installer.getStatus());
        long generation =
                Optional.ofNullable(installer.getMetadata().getGeneration()).orElse(0L);
        boolean counted = status.map(now -> now.getObservedGeneration()).orElse(-1L) >= generation;
        int desired = status.map(now -> now.getDesiredNumberScheduled()).orElse(-1);
        return pods.map(all -> KubeconfigRollout.of(counted, desired, all, path));
    }

    private static InstallerPod installer(Pod pod) {
        boolean ready = pod.getMetadata().getDeletionTimestamp() == null
                && pod.getStatus() != null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(condition ->
                                "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
        return new InstallerPod(
                Objects.requireNonNullElse(pod.getSpec().getNodeName(), ""), ready, kubeconfigPath(pod));
    }

    private static String kubeconfigPath(Pod pod) {
        return InstallerPod.kubeconfigPath(pod.getSpec().getContainers().stream()
                .map(container -> container.getEnv().stream()
                        .filter(variable -> variable.getValue() != null)
                        .collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue, (_, last) -> last))));
    }

    private KubernetesClient client() {
        return cluster.client();
    }
}
