// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cluster.demo;

import io.linkerd.multus.cluster.LocalCluster;
import io.linkerd.multus.cluster.addons.LinkerdStandins;
import io.linkerd.multus.cluster.mesh.Evidence;
import io.linkerd.multus.cluster.mesh.Release;
import io.linkerd.multus.cluster.mesh.Shop;
import io.linkerd.multus.cluster.tools.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What {@code demo up} makes of a cluster, in order. */
final class DemoSteps {
    private static final int STARTS = 5;

    private DemoSteps() {}

    static List<DemoStep> of(UpArguments arguments) {
        var steps = new ArrayList<DemoStep>();
        if (!arguments.images().isEmpty()) {
            steps.add((cluster, progress) -> progress.step("put your images on every node", () -> {
                cluster.load(arguments.images());
                return cluster;
            }));
        }
        steps.add((cluster, progress) -> progress.step("apply Linkerd's stand-ins", () -> {
            var standins = new LinkerdStandins(cluster.kubectl(), cluster.profile());
            standins.apply();
            return standins;
        }));
        steps.add((cluster, progress) -> install(cluster, new Release(cluster, arguments.project()), progress));
        steps.add(DemoSteps::mesh);
        steps.add((cluster, _) -> show(cluster, arguments));
        return steps;
    }

    private static void install(LocalCluster cluster, Release release, Progress progress)
            throws IOException, InterruptedException {
        progress.step("put the images of linkerd-multus on every node", () -> {
            release.load();
            return release;
        });
        progress.step("helm install linkerd-multus", () -> {
            release.install();
            return release;
        });
        progress.step("bring up Linkerd's control plane", () -> {
            var standins = new LinkerdStandins(cluster.kubectl(), cluster.profile());
            standins.controlPlane();
            return standins;
        });
    }

    private static void mesh(LocalCluster cluster, Progress progress) throws IOException, InterruptedException {
        progress.step("deploy two applications into namespace " + Shop.NAMESPACE + ", opted in", () -> {
            var shop = new Shop(cluster.kubectl());
            shop.deploy();
            return shop;
        });
    }

    private static void show(LocalCluster cluster, UpArguments arguments) throws IOException, InterruptedException {
        var evidence = new Evidence(cluster, new Release(cluster, arguments.project()), System.out);
        evidence.show(new Shop(cluster.kubectl()));
        if (arguments.measured()) {
            evidence.starts(STARTS);
        }
        evidence.next();
    }
}
