// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.platforms.NodePlatform;
import io.linkerd.multus.contracts.platforms.NodeView;
import io.linkerd.multus.installer.platform.NodeFacts.ClusterFacts;
import io.linkerd.multus.installer.platform.NodeFacts.HostFacts;
import java.util.Arrays;
import java.util.Optional;

/** What a node was recognised as, and why. */
public record Recognition(NodePlatform platform, String reason) {

    /** {@return what a person said; else what the API says; else what the node itself remembers or looks like} */
    static Result<Recognition> of(NodeFacts facts) {
        return facts.said()
                .map(said -> as(said, "LINKERD_MULTUS_PLATFORM says so"))
                .or(() -> facts.cluster().map(Recognition::ofCluster))
                .or(() -> facts.remembered().map(Recognition::ofMemory))
                .orElseGet(() -> ofHost(facts.host().get()));
    }

    private static Result<Recognition> ofCluster(ClusterFacts cluster) {
        return cluster.node()
                .flatMap(Recognition::ofNode)
                .or(() -> cluster.openShiftGroups()
                        ? Optional.of(as(
                                NodePlatform.OPENSHIFT,
                                "the cluster serves config.openshift.io and security.openshift.io"))
                        : Optional.empty())
                .orElseGet(() -> as(
                        NodePlatform.KUBERNETES,
                        "neither the node nor the cluster's APIs tell of another distribution"));
    }

    private static Optional<Result<Recognition>> ofNode(NodeView node) {
        return Arrays.stream(NodePlatform.values())
                .flatMap(platform -> platform.recognisedBy(node).map(reason -> as(platform, reason)).stream())
                .findFirst();
    }

    private static Result<Recognition> ofMemory(NodePlatform remembered) {
        return as(remembered, "the API has not answered; this node was recognised so before");
    }

    /** Of several platforms with the folder that holds plugins the one without anything special. */
    private static Result<Recognition> ofHost(HostFacts host) {
        if (host.plugins().size() != 1) {
            return new Result.Not<>("the API has not answered yet, and the node's folders could be of any platform");
        }
        var directory = host.plugins().iterator().next();
        var platform = Arrays.stream(NodePlatform.values())
                .filter(known -> known.binDirectory().equals(directory))
                .reduce((_, last) -> last)
                .orElseThrow();
        return as(platform, "the API has not answered; only " + directory + " holds CNI plugins");
    }

    private static Result<Recognition> as(NodePlatform platform, String reason) {
        return new Result.Ok<>(new Recognition(platform, reason));
    }
}
