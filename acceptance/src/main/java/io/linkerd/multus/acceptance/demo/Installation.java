// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.demo;

import io.linkerd.multus.acceptance.mesh.Report;
import io.linkerd.multus.localcluster.LocalCluster;
import io.linkerd.multus.localcluster.programs.Progress;
import io.linkerd.multus.localcluster.programs.Toolbox;
import java.io.IOException;
import java.util.List;

/** A way by which linkerd-multus comes into a cluster. */
sealed interface Installation permits ByHelm, ByOlm {
    /** {@return what clusters are made of in which it can be gone} */
    Toolbox toolbox(Toolbox toolbox);

    /** {@return whether it makes what Linkerd's CNI chart would make, which is not there then} */
    boolean replacesCniChart();

    /** Installs, or finds that it is; the namespaces and the injector of Linkerd are there. */
    void install(LocalCluster cluster, Progress progress) throws IOException, InterruptedException;

    /** Lays before a person what is to be seen of this way alone. */
    void show(LocalCluster cluster, Report out) throws IOException, InterruptedException;

    /** {@return what a person might want to try, as arguments of {@code demo}; {@code down} comes after them} */
    List<String> next();
}
