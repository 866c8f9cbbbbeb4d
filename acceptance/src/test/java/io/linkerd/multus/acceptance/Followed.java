// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;

/** A release of Linkerd's in a mesh, and the LinkerdConfig that follows its values. Nothing is left of both after each test. */
abstract class Followed {
    final Mesh mesh;
    final LinkerdRelease linkerd;
    final LinkerdConfigObject config;

    /** Nothing is installed yet; {@code folder} keeps the trust anchors. */
    Followed(Mesh mesh, Path folder) throws IOException {
        this.mesh = mesh;
        this.linkerd = new LinkerdRelease(mesh, folder);
        this.config = new LinkerdConfigObject(mesh);
    }

    @AfterEach
    void leaveNothing() throws Exception {
        config.deleteAll();
        linkerd.uninstall();
    }
}
