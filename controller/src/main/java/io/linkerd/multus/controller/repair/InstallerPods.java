// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.engine.watch.Watched;
import io.linkerd.multus.controller.repair.plan.InstallerPresence;
import io.linkerd.multus.controller.repair.plan.Installers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** On which nodes our release's installer is ready, so that a pod that is made anew there finds the plugin. All of it is watched. */
final class InstallerPods implements AutoCloseable {
    private static final ApiResource<GenericKubernetesResource> DAEMON_SETS =
            ApiResource.generic("apps", "v1", "DaemonSet", "daemonsets", true);

    private final Watched<GenericKubernetesResource> daemonSets;
    private final Watched<Pod> pods;
    private final FirstReady ready = new FirstReady();
    private final AtomicReference<InstallerPresence> presence = new AtomicReference<>(InstallerPresence.NONE);

    /**
     * Prepares.
     *
     * @param namespace our own
     * @param daemonSet the installer's name there
     * @param onChange called after the installer or a pod of it may have changed
     */
    InstallerPods(ControllerContext context, String namespace, String daemonSet, Runnable onChange) {
        this.daemonSets = new Watched<>(
                "daemonsets named " + daemonSet,
                DAEMON_SETS.at(context.client(), namespace, daemonSet).runnableInformer(0),
                InstallerPods::slim,
                _ -> onChange.run());
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
                InstallerPods::slim,
                _ -> onChange.run());
    }

    void start() {
        daemonSets.start();
        pods.start();
    }

    boolean isComplete() {
        return daemonSets.isComplete() && pods.isComplete();
    }

    List<String> whyNotReady() {
        return Stream.of(daemonSets.whyNotReady(), pods.whyNotReady())
                .flatMap(List::stream)
                .toList();
    }

    /** {@return where they are ready} Where the release has no DaemonSet ({@code installer.enabled=false}), something else installs the plugin. */
    Installers look(Duration now) {
        boolean isThere = Stream.concat(daemonSets.all(), pods.all()).findAny().isPresent();
        return presence.updateAndGet(before -> before.after(isThere, now)).isOurs(now)
                ? new Installers.Ready(ready.after(pods.all()))
                : new Installers.OfAnother();
    }

    /** There is one for each node: what is not read here is dropped. */
    private static void slim(Pod pod) {
        var status = new PodStatusBuilder();
        if (pod.getStatus() != null) {
            status.withConditions(pod.getStatus().getConditions().stream()
                    .filter(condition -> FirstReady.READY.equals(condition.getType()))
                    .toList());
        }
        pod.setStatus(status.build());
        var node = pod.getSpec() == null || pod.getSpec().getNodeName() == null
                ? ""
                : pod.getSpec().getNodeName();
        pod.setSpec(new PodSpecBuilder().withNodeName(node).build());
        pod.setMetadata(Watched.identity(pod.getMetadata()));
    }

    /** That there is one is all that matters. */
    private static void slim(GenericKubernetesResource daemonSet) {
        daemonSet.setAdditionalProperties(Map.of());
        daemonSet.setMetadata(Watched.identity(daemonSet.getMetadata()));
    }

    @Override
    public void close() {
        daemonSets.close();
        pods.close();
    }
}
