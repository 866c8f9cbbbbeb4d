// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.shim;

import java.nio.file.Path;

/** A network configuration for the shim: what the daemon writes into 00-multus.conf. */
final class NetworkConfig {
    private final Path folder;

    /** Socket and spool are below the folder. */
    NetworkConfig(Path folder) {
        this.folder = folder;
    }

    Path socketFolder() {
        return folder.resolve("s");
    }

    Path spool() {
        return folder.resolve("cni").resolve("spool");
    }

    String of(String version) {
        return of(version, "");
    }

    /** With more members: each begins with a comma. */
    String of(String version, String more) {
        return "{\"cniVersion\":\"%s\",\"name\":\"multus-cni-network\",\"type\":\"multus-shim\",\"daemonSocketDir\":\"%s\",\"cniDir\":\"%s\"%s}"
                .formatted(version, socketFolder(), spool().getParent(), more);
    }
}
