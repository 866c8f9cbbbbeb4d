// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import io.linkerd.multus.contracts.platforms.NodePlatform;
import io.linkerd.multus.installer.settings.PlatformSetting;
import java.util.Optional;

/** What a person sets where a security module of the node's kernel, such as SELinux, keeps the installer from the node's folders. */
final class ModuleCure {
    private static final String WHERE = "where SELinux is in enforcing mode on the node, set the chart value";

    private ModuleCure() {}

    /**
     * {@return the chart values, in words; empty where the installer has the type that it needs already}
     *
     * @param recognised what the node was recognised as, as far as that is known
     */
    static Optional<String> of(PlatformSetting said, Optional<NodePlatform> recognised) {
        if (recognised.filter(ModuleCure::givesItsType).isPresent()) {
            return Optional.empty();
        }
        var type = recognised.flatMap(NodePlatform::seLinuxType);
        if (type.isEmpty()) {
            return Optional.of(WHERE + "s installer.seLinuxOptions.type=spc_t and installer.seLinuxOptions.level=s0"
                    + HostFolder.OF_THE_CHART_ALONE);
        }
        return said == PlatformSetting.AUTO
                ? recognised.map(platform -> WHERE + " global.platform=" + platform.label()
                        + ", with which the installer has the type " + type.get() + HostFolder.OF_THE_CHART_ALONE)
                : Optional.empty();
    }

    /** By the SecurityContextConstraints of the chart and of the operator. */
    private static boolean givesItsType(NodePlatform platform) {
        return platform == NodePlatform.OPENSHIFT || platform == NodePlatform.MICROSHIFT;
    }
}
