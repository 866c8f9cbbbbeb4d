// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.demo;

import io.linkerd.multus.acceptance.mesh.Release;
import io.linkerd.multus.acceptance.mesh.Report;
import io.linkerd.multus.localcluster.LocalCluster;
import io.linkerd.multus.localcluster.programs.Progress;
import io.linkerd.multus.localcluster.programs.Toolbox;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * From its chart.
 *
 * @param project the product's checkout
 */
record ByHelm(Path project) implements Installation {
    @Override
    public Toolbox toolbox(Toolbox toolbox) {
        return toolbox;
    }

    @Override
    public boolean replacesCniChart() {
        return false;
    }

    @Override
    public void install(LocalCluster cluster, Progress progress) throws IOException, InterruptedException {
        var release = new Release(cluster, project);
        progress.run("put the images of linkerd-multus on every node", release::load);
        progress.run("helm install linkerd-multus", () -> release.install());
    }

    @Override
    public void show(LocalCluster cluster, Report out) {
        // Helm says nothing that the objects themselves do not.
    }

    @Override
    public List<String> next() {
        return List.of(
                "helm test " + Release.NAME + " --namespace " + Release.NAME,
                "helm uninstall " + Release.NAME + " --namespace " + Release.NAME);
    }
}
