// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import io.linkerd.multus.images.HelmChart;
import io.linkerd.multus.localcluster.LocalCluster;
import io.linkerd.multus.localcluster.plan.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The Multus of a release, in clusters that leave it to that.
 *
 * @param sources the working copy, whose charts are installed
 * @param namespace the release's
 */
record MultusPart(LocalCluster cluster, Path sources, String namespace) {
    /** The release of the kinds, which is there before the one with Multus. */
    private static final String KINDS = Release.NAME + "-crds";

    boolean isPart() {
        return cluster.profile() == Profile.PLAIN_WITH_OUR_MULTUS;
    }

    /** Defines the kind that it reads and that nothing else brings; {@return the arguments by which Helm installs it} None where it is no part. */
    List<String> prepare() throws IOException, InterruptedException {
        if (!isPart()) {
            return List.of();
        }
        var chart = HelmChart.ofKinds(sources).folder().toString();
        var kinds = List.of("upgrade", "--install", "--create-namespace", KINDS, chart, "--namespace", namespace);
        cluster.kubectl().helm(join(kinds, List.of("--set", "networkAttachmentDefinitions.install=auto")));
        return List.of("--set", "multus.enabled=true");
    }

    private static String[] join(List<String> first, List<String> second) {
        return Stream.of(first, second).flatMap(List::stream).toArray(String[]::new);
    }
}
