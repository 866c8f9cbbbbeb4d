// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.platform.NodeFacts.ClusterFacts;
import io.linkerd.multus.installer.platform.NodeFacts.HostFacts;

/** What a node was recognised as, and why. */
public record Recognition(NodePlatform platform, String reason) {

    /** {@return what a person said; else what the API says; else what the node itself remembers or looks like} */
    static Result<Recognition> of(NodeFacts facts) {
        return switch (facts.setting()) {
            case OPENSHIFT -> as(NodePlatform.OPENSHIFT, "LINKERD_MULTUS_PLATFORM says so");
            case KUBERNETES -> as(NodePlatform.KUBERNETES, "LINKERD_MULTUS_PLATFORM says so");
            case AUTO ->
                facts.cluster()
                        .map(Recognition::ofCluster)
                        .or(() -> facts.remembered().map(Recognition::ofMemory))
                        .orElseGet(() -> ofHost(facts.host()));
        };
    }

    private static Result<Recognition> ofCluster(ClusterFacts cluster) {
        if (cluster.openShiftLabel()) {
            return as(NodePlatform.OPENSHIFT, "the node has the label node.openshift.io/os_id");
        }
        if (cluster.openShiftGroups()) {
            return as(NodePlatform.OPENSHIFT, "the cluster serves config.openshift.io and security.openshift.io");
        }
        return as(NodePlatform.KUBERNETES, "neither the node's labels nor the cluster's APIs are OpenShift's");
    }

    private static Result<Recognition> ofMemory(NodePlatform remembered) {
        return as(remembered, "the API has not answered; this node was recognised so before");
    }

    private static Result<Recognition> ofHost(HostFacts host) {
        if (host.openShiftBinaries() == host.usualBinaries()) {
            return new Result.Not<>("the API has not answered yet, and the node's folders could be of any platform");
        }
        var platform = host.openShiftBinaries() ? NodePlatform.OPENSHIFT : NodePlatform.KUBERNETES;
        return as(platform, "the API has not answered; only " + platform.binDirectory() + " holds CNI plugins");
    }

    private static Result<Recognition> as(NodePlatform platform, String reason) {
        return new Result.Ok<>(new Recognition(platform, reason));
    }
}
