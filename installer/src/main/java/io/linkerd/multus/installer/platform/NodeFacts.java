// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import io.linkerd.multus.contracts.platforms.NodePlatform;
import io.linkerd.multus.contracts.platforms.NodeView;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What is known about the node when its platform is asked for.
 *
 * @param said what a person has said
 * @param cluster what the API says; empty when it has not answered
 * @param remembered what the journal on the node says that it was recognised as before
 * @param host what the mounted folders look like, for which nobody looks who need not
 */
record NodeFacts(
        Optional<NodePlatform> said,
        Optional<ClusterFacts> cluster,
        Optional<NodePlatform> remembered,
        Supplier<HostFacts> host) {

    /**
     * The API's view.
     *
     * @param node the node's object; empty where nobody gave us the right to look at it
     * @param openShiftGroups the API groups {@code config.openshift.io} and {@code security.openshift.io} are both served
     */
    record ClusterFacts(Optional<NodeView> node, boolean openShiftGroups) {}

    /**
     * The folders' view.
     *
     * @param plugins which of the platforms' folders are mounted and hold plugins of somebody else
     */
    record HostFacts(Set<String> plugins) {
        HostFacts {
            plugins = Set.copyOf(plugins);
        }
    }
}
