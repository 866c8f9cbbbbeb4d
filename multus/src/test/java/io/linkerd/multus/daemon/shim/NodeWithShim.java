// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.shim;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A shim of a build, and a folder in which its daemon's socket may be, for each test. */
abstract class NodeWithShim {
    private final ShimBuild build;

    @TempDir
    private Path folder;

    Path shim;
    NetworkConfig config;

    NodeWithShim(ShimBuild build) {
        this.build = build;
    }

    @BeforeEach
    void build() throws Exception {
        shim = build.shim();
        config = new NetworkConfig(folder);
    }
}
