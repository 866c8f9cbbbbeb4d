// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test that has a cluster of its own, in which all is well, and a folder. */
abstract class OnClusterOfOurs {
    @TempDir
    Path folder;

    ClusterOfOurs cluster;

    @BeforeEach
    final void openCluster() throws IOException {
        cluster = new ClusterOfOurs(folder);
    }

    /** Once the test has looked at what is left. */
    @AfterEach
    final void closeCluster() {
        cluster.close();
    }
}
