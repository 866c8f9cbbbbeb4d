// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A distribution, as far as an installer has to know it. */
public enum NodePlatform {
    /** OpenShift 4 and OKD: CRI-O's {@code plugin_dirs}, and Multus' {@code binDir}, are set to this directory there. */
    OPENSHIFT("/var/lib/cni/bin", "/run/multus/cni/net.d/vendor-cni-chain"),

    /** Upstream's defaults, which most distributions keep. */
    KUBERNETES("/opt/cni/bin", "");

    private final String binDirectory;
    private final String auxiliaryDirectory;

    NodePlatform(String binDirectory, String auxiliaryDirectory) {
        this.binDirectory = binDirectory;
        this.auxiliaryDirectory = auxiliaryDirectory;
    }

    /** {@return where the runtime, and Multus, look for CNI binaries; a host path} */
    public String binDirectory() {
        return binDirectory;
    }

    /** {@return where Multus looks for networks that attachments without a configuration name; a host path} */
    public String multusDirectory() {
        return "/etc/cni/multus/net.d";
    }

    /** {@return where Multus looks for plugins to run for every pod, if it does so at all; a host path} */
    public Optional<String> auxiliaryDirectory() {
        return Optional.of(auxiliaryDirectory).filter(directory -> !directory.isEmpty());
    }

    /** {@return the name as settings and journal have it} */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** {@return the platform of that name} */
    public static Optional<NodePlatform> named(String label) {
        return Arrays.stream(values())
                .filter(platform -> platform.label().equals(label))
                .findFirst();
    }
}
