// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.demo;

import io.linkerd.multus.acceptance.mesh.Checked;
import io.linkerd.multus.acceptance.mesh.Costs;
import io.linkerd.multus.acceptance.mesh.Evidence;
import io.linkerd.multus.acceptance.mesh.FollowedEdit;
import io.linkerd.multus.acceptance.mesh.LinkerdStandins;
import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.mesh.Report;
import io.linkerd.multus.acceptance.mesh.Shop;
import io.linkerd.multus.localcluster.LocalCluster;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What {@code demo up} makes of a cluster, in order. */
final class DemoSteps {
    private static final int STARTS = 5;

    private DemoSteps() {}

    static List<DemoStep> of(UpArguments arguments, Installation installation) {
        var steps = new ArrayList<DemoStep>();
        if (!arguments.images().isEmpty()) {
            steps.add((cluster, progress) ->
                    progress.run("put your images on every node", () -> cluster.load(arguments.images())));
        }
        steps.add((cluster, progress) -> progress.run("apply Linkerd's stand-ins", () -> {
            if (installation.replacesCniChart()) {
                standins(cluster).applyWithoutCniChart();
            } else {
                standins(cluster).apply();
            }
        }));
        steps.add(installation::install);
        steps.add((cluster, progress) ->
                progress.run("bring up Linkerd's control plane", standins(cluster)::controlPlane));
        steps.add(DemoSteps::mesh);
        steps.add((cluster, progress) -> show(cluster, arguments, installation, progress));
        return steps;
    }

    private static LinkerdStandins standins(LocalCluster cluster) {
        return new LinkerdStandins(cluster.kubectl(), cluster.profile());
    }

    private static void mesh(LocalCluster cluster, Progress progress) throws IOException, InterruptedException {
        var shop = new Shop(cluster.kubectl());
        progress.run("deploy two applications into namespace " + Shop.NAMESPACE + ", opted in", shop::deploy);
    }

    private static void show(LocalCluster cluster, UpArguments arguments, Installation installation, Progress progress)
            throws IOException, InterruptedException {
        var report = new Report(System.out);
        installation.show(cluster, report);
        var evidence = new Evidence(cluster, report);
        evidence.show(
                new Shop(cluster.kubectl()),
                installation.replacesCniChart() ? FollowedEdit.LINKERD_MULTUS : FollowedEdit.CNI_CHART);
        var costs = new Costs(cluster, new Release(cluster, arguments.project()), report);
        costs.show();
        if (arguments.measured()) {
            costs.starts(STARTS, progress);
        }
        new Checked(arguments.project(), cluster.name()).show(report);
        evidence.next(installation.next());
    }
}
