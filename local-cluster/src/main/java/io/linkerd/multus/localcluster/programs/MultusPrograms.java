// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import io.linkerd.multus.localcluster.programs.GoModule.Build;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Upstream's Multus, built.
 *
 * @param shim what container runtimes call
 * @param daemon the thick daemon
 */
public record MultusPrograms(Path shim, Path daemon) {
    private static final String MODULE = "gopkg.in/k8snetworkplumbingwg/multus-cni.v4";
    private static final String SHIM = "multus-shim";
    private static final String DAEMON = "multus-daemon";

    /** Returns those that clusters have: {@code tools-network} names their version. */
    public static MultusPrograms ofClusters(GoTools tools, Path project) throws IOException, InterruptedException {
        return in(tools.folder(ClusterModules.of(project).network()));
    }

    /** Returns those of the same version, compiled to run fast: a cluster's are compiled to be there soon. */
    public static MultusPrograms toBeMeasured(GoTools tools, Path project) throws IOException, InterruptedException {
        return in(tools.folder(GoModule.of(
                        ClusterModules.of(project).network().folder(),
                        "Multus, to be measured",
                        new Build("", MODULE + "/cmd/" + DAEMON),
                        new Build("", MODULE + "/cmd/" + SHIM))
                .asOptimised()));
    }

    /** Returns those of another version, as {@code v4.2.4}, with the dependencies that it names itself. */
    public static MultusPrograms ofVersion(GoTools tools, Path project, String version)
            throws IOException, InterruptedException {
        var files = tools.filesOf(ClusterModules.of(project).network(), MODULE + "@" + version);
        return in(tools.folder(GoModule.of(
                files, "Multus " + version, new Build(DAEMON, "./cmd/" + DAEMON), new Build(SHIM, "./cmd/" + SHIM))));
    }

    private static MultusPrograms in(Path folder) {
        return new MultusPrograms(folder.resolve(SHIM), folder.resolve(DAEMON));
    }
}
