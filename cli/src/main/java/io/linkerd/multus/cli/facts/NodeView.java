// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import java.util.Optional;

/**
 * A node, and what the installer says of it.
 *
 * @param ready whether its kubelet says so
 * @param installer how the installer's pod is there; empty where it has none
 * @param leftOut why the installer is not meant to be there; empty where it is
 */
public record NodeView(String name, boolean ready, Optional<Installer> installer, Optional<String> leftOut) {
    /** One on which the installer is meant to be. */
    public NodeView(String name, boolean ready, Optional<Installer> installer) {
        this(name, ready, installer, Optional.empty());
    }

    /**
     * The installer's pod on a node.
     *
     * @param pod its name
     * @param ready whether the node has the plugin, its kubeconfig and its configuration
     * @param why it is not, by the kubelet or by its own Events; empty where it is
     */
    public record Installer(String pod, boolean ready, String why) {}

    /** {@return whether pods that are made there find the plugin} */
    public boolean hasPlugin() {
        return installer.filter(Installer::ready).isPresent();
    }
}
