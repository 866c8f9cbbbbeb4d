// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.multus;

import java.nio.file.Path;

/** The folders of a node, as the daemon's training makes them below a folder of its own. */
record NodeFolders(Path folder) {
    /** {@return where the daemon's socket is} */
    Path socketFolder() {
        return onNode("run/multus");
    }

    /** {@return what the daemon makes when it is ready} */
    Path generated() {
        return onNode("etc/cni/net.d/00-multus.conf");
    }

    /** {@return the configuration of the cluster's network} */
    Path primary() {
        return onNode("etc/cni/net.d/10-primary.conflist");
    }

    /** {@return what the daemon remembers containers in} */
    Path cache() {
        return onNode("var/lib/cni/multus");
    }

    private Path onNode(String path) {
        return folder.resolve("host").resolve(path);
    }
}
