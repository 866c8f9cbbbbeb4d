// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.demo;

import io.linkerd.multus.localcluster.LocalCluster;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;

/** Something that {@code demo up} does once the cluster is ready; doing it again changes nothing. */
interface DemoStep {
    void run(LocalCluster cluster, Progress progress) throws IOException, InterruptedException;
}
