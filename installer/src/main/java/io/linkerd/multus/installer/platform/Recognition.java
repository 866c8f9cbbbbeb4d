// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import io.linkerd.multus.installer.platform.NodeFacts.ClusterFacts;
import io.linkerd.multus.installer.platform.NodeFacts.HostFacts;

/** What a node was recognised as, and why. */
public sealed interface Recognition {

    /** Known; {@code certain} when nothing that is still to come can change it. */
    record Recognised(NodePlatform platform, String reason, boolean certain) implements Recognition {}

    /** Not known yet; the reason says what is waited for. */
    record Undecided(String reason) implements Recognition {}

    /** What a person said; else what the API says; else what the node itself remembers or looks like. */
    static Recognition of(NodeFacts facts) {
        return switch (facts.setting()) {
            case OPENSHIFT -> certain(NodePlatform.OPENSHIFT, "LINKERD_MULTUS_PLATFORM says so");
            case KUBERNETES -> certain(NodePlatform.KUBERNETES, "LINKERD_MULTUS_PLATFORM says so");
            case AUTO ->
                facts.cluster()
                        .map(Recognition::ofCluster)
                        .orElseGet(() -> facts.remembered()
                                .<Recognition>map(platform -> new Recognised(
                                        platform,
                                        "the API has not answered; this node was recognised so before",
                                        false))
                                .orElseGet(() -> ofHost(facts.host())));
        };
    }

    private static Recognition ofCluster(ClusterFacts cluster) {
        if (cluster.openShiftLabel()) {
            return certain(NodePlatform.OPENSHIFT, "the node has the label node.openshift.io/os_id");
        }
        if (cluster.openShiftGroups()) {
            return certain(NodePlatform.OPENSHIFT, "the cluster serves config.openshift.io and security.openshift.io");
        }
        return certain(NodePlatform.KUBERNETES, "neither the node's labels nor the cluster's APIs are OpenShift's");
    }

    private static Recognition ofHost(HostFacts host) {
        if (host.openShiftBinaries() && !host.usualBinaries()) {
            return guessed(NodePlatform.OPENSHIFT);
        }
        if (host.usualBinaries() && !host.openShiftBinaries()) {
            return guessed(NodePlatform.KUBERNETES);
        }
        return new Undecided("the API has not answered yet, and the node's folders could be of any platform");
    }

    private static Recognised certain(NodePlatform platform, String reason) {
        return new Recognised(platform, reason, true);
    }

    private static Recognised guessed(NodePlatform platform) {
        return new Recognised(
                platform, "the API has not answered; only " + platform.binDirectory() + " holds CNI plugins", false);
    }
}
