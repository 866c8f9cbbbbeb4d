// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import io.linkerd.multus.installer.settings.PlatformSetting;
import java.util.Optional;

/**
 * What is known about the node when its platform is asked for.
 *
 * @param setting what a person has said
 * @param cluster what the API says; empty when it has not answered
 * @param remembered what the journal on the node says that it was recognised as before
 * @param host what the mounted folders look like
 */
public record NodeFacts(
        PlatformSetting setting, Optional<ClusterFacts> cluster, Optional<NodePlatform> remembered, HostFacts host) {

    /**
     * The API's view.
     *
     * @param openShiftLabel the node has the label {@code node.openshift.io/os_id}, which the machine config operator gives it
     * @param openShiftGroups the API groups {@code config.openshift.io} and {@code security.openshift.io} are both served
     */
    public record ClusterFacts(boolean openShiftLabel, boolean openShiftGroups) {}

    /**
     * The folders' view.
     *
     * @param openShiftBinaries {@code /var/lib/cni/bin} is mounted and holds plugins of somebody else
     * @param usualBinaries {@code /opt/cni/bin} is mounted and holds plugins of somebody else
     */
    public record HostFacts(boolean openShiftBinaries, boolean usualBinaries) {}
}
