// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;

/** A cluster with a namespace whose pods can have the network {@code lan}, for each test. */
abstract class Attached {
    final Mesh mesh;
    final String namespace;
    final AttachedPods pods;

    /** {@code name} is what the namespace's begins with. */
    Attached(Mesh mesh, String name) {
        this.mesh = mesh;
        this.namespace = mesh.unique(name);
        this.pods = new AttachedPods(mesh, namespace);
    }

    @BeforeEach
    void defineTheNetwork() throws Exception {
        mesh.namespace(namespace, Map.of());
        pods.define("lan", AttachedPods.LAN);
    }
}
