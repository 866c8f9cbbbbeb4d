// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.watch.Watched;
import io.linkerd.multus.service.kube.ApiFailure;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The installer's pods, as they were last seen, and the nodes of those that are not ready. A node is got by its name, for which the right is
 * enough that the installer is given anyway; nothing tells of a node's changes, so that one that is waited for is asked after again.
 */
final class InstallerNodes {
    /** That a node is back, its pod tells; this is for what changes without it. */
    private static final Duration WHILE_AWAY = Duration.ofMinutes(1);

    /**
     * What is known.
     *
     * @param away the nodes that nothing waits for
     * @param again when to look again, where nothing tells of the next change; empty where every pod is ready
     */
    record Known(AwayNodes away, Optional<Duration> again) {}

    private final ControllerContext context;
    private final Watched<Pod> pods;
    private final String architecture = architecture(System.getProperty("os.arch"));
    private final NodeLooks looks = new NodeLooks(this::get);

    /** Prepares; {@code onChange} is called after a pod of the installer in that namespace may have changed. */
    InstallerNodes(ControllerContext context, String namespace, Runnable onChange) {
        this.context = context;
        this.pods = new Watched<>(
                "pods of the installer",
                context.client()
                        .pods()
                        .inNamespace(namespace)
                        .withLabels(Map.of(
                                LinkerdMultus.NAME_LABEL,
                                "installer",
                                LinkerdMultus.INSTANCE_LABEL,
                                context.instance().name()))
                        .runnableInformer(0),
                InstallerNodes::slim,
                _ -> onChange.run());
    }

    /** {@return what is watched for it} */
    Watched<?> watched() {
        return pods;
    }

    /**
     * {@return what is known now, of nodes that are not ready after asking the API server}
     *
     * @throws ApiException where it did not tell
     */
    Known look() {
        var all = pods.all().map(InstallerPod::new).toList();
        var unfinished = AwayNodes.unfinished(all).keySet();
        var isMore = looks.renew(unfinished, System.nanoTime());
        var away = AwayNodes.of(all, looks.known(), architecture);
        return new Known(away, again(unfinished.size(), away.count(), isMore));
    }

    private static Optional<Duration> again(int unfinished, int away, boolean isMore) {
        if (unfinished == 0) {
            return Optional.empty();
        }
        return Optional.of(isMore ? LinkerdMultusReconciler.SOON : unfinished > away ? NodeLooks.FRESH : WHILE_AWAY);
    }

    /** Without the right, nodes are told apart by their pods alone. */
    private Optional<NodeFacts> get(String node) {
        try {
            return Optional.of(NodeFacts.of(Optional.ofNullable(ApiException.call(
                    "get nodes", () -> context.client().nodes().withName(node).get()))));
        } catch (ApiException e) {
            if (e.failure() instanceof ApiFailure.Forbidden) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Java's name of a processor in Kubernetes' words, which are Go's. */
    static String architecture(String java) {
        return java.equals("aarch64") ? "arm64" : java;
    }

    /** There is one for each node: what {@link InstallerPod} does not read is dropped. */
    private static void slim(Pod pod) {
        var status = pod.getStatus();
        if (status != null) {
            pod.setStatus(new PodStatusBuilder()
                    .withPhase(status.getPhase())
                    .withReason(status.getReason())
                    .withConditions(status.getConditions())
                    .withInitContainerStatuses(status.getInitContainerStatuses())
                    .withContainerStatuses(status.getContainerStatuses())
                    .build());
        }
        pod.setSpec(
                new PodSpecBuilder().withNodeName(new InstallerPod(pod).node()).build());
        pod.setMetadata(Watched.identity(pod.getMetadata()));
    }
}
