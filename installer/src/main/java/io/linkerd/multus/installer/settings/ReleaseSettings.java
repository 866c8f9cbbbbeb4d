// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

import java.util.Optional;

/**
 * Who we are in the cluster.
 *
 * @param release the Helm release's name, for logs
 * @param namespace where our DaemonSet and the plugin's service account live
 * @param daemonSet our DaemonSet's name; without it an uninstall cannot be told from an upgrade, and files stay
 * @param podName our pod's name, which a second installer on the node shows to people
 * @param nodeName the node's name, for its labels
 * @param removeWhenUnreachable remove what we placed even when the API cannot say whether we are uninstalled
 */
public record ReleaseSettings(
        String release,
        String namespace,
        Optional<String> daemonSet,
        String podName,
        Optional<String> nodeName,
        boolean removeWhenUnreachable) {}
