// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.demo;

import io.linkerd.multus.acceptance.mesh.Operator;
import io.linkerd.multus.acceptance.mesh.OperatorCatalog;
import io.linkerd.multus.acceptance.mesh.OperatorEvidence;
import io.linkerd.multus.acceptance.mesh.Report;
import io.linkerd.multus.localcluster.LocalCluster;
import io.linkerd.multus.localcluster.olm.LifecycleManager;
import io.linkerd.multus.localcluster.olm.OlmPrograms;
import io.linkerd.multus.localcluster.programs.Progress;
import io.linkerd.multus.localcluster.programs.Toolbox;
import io.linkerd.multus.localcluster.registry.ImageRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * As the console's OperatorHub does it: from a catalog, by a Subscription, and by one object.
 *
 * @param project the product's checkout
 * @param olm what the Operator Lifecycle Manager is made of
 */
record ByOlm(Path project, OlmPrograms olm) implements Installation {
    @Override
    public Toolbox toolbox(Toolbox toolbox) {
        return olm.addTo(toolbox);
    }

    /** As the documentation has it, since OpenShift refuses that chart. */
    @Override
    public boolean replacesCniChart() {
        return true;
    }

    @Override
    public void install(LocalCluster cluster, Progress progress) throws IOException, InterruptedException {
        var scratch = cluster.kubeconfig().resolveSibling("catalog"); // goes with the cluster
        var registry = new ImageRegistry(cluster.kubectl(), scratch);
        progress.run("start a registry, which the nodes ask for images", registry::install);
        var manager = new LifecycleManager(cluster.kubectl(), olm);
        progress.run("install the Operator Lifecycle Manager and its package server", manager::install);
        var catalog = new OperatorCatalog(cluster, olm, project, scratch);
        progress.run("push operator, bundle and catalog, and have the catalog served", () -> {
            catalog.offer(OperatorCatalog.VERSION);
            catalog.awaitPackage(OperatorCatalog.VERSION);
        });
        var operator = new Operator(cluster, project);
        progress.run("subscribe, and wait until the ClusterServiceVersion has succeeded", () -> {
            operator.subscribe();
            operator.awaitInstalled(OperatorCatalog.VERSION);
        });
        progress.run("create the LinkerdMultus, and wait until all is as it asks", () -> {
            operator.create();
            operator.awaitAsAsked();
        });
    }

    @Override
    public void show(LocalCluster cluster, Report out) throws IOException, InterruptedException {
        new OperatorEvidence(cluster.kubectl(), out).show();
    }

    @Override
    public List<String> next() {
        return List.of(
                "kubectl get packagemanifests",
                "kubectl describe packagemanifest linkerd-multus",
                "kubectl get subscriptions,csv --namespace " + Operator.NAMESPACE,
                "kubectl explain linkerdmultus.spec",
                "kubectl delete daemonset linkerd-cni --namespace " + Operator.NAMESPACE,
                "kubectl get linkerdmultus --watch",
                "kubectl delete linkerdmultus cluster");
    }
}
