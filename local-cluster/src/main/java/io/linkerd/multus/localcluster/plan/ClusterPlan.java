// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.plan;

import io.linkerd.multus.localcluster.supervisor.ClusterFolder;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Bridge;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Route;
import java.nio.file.Path;
import java.util.stream.IntStream;

/**
 * One cluster before it runs.
 *
 * @param nodes how many, 1 to 3
 * @param mirrored whether the nodes ask the cluster's own registry for images that they do not have
 * @param tools the folder of the Go programs on the machine
 */
public record ClusterPlan(
        ClusterFolder folder, Profile profile, int nodes, boolean mirrored, Path tools, ClusterKeys keys) {
    /** What holds a pod's namespaces. */
    public static final String PAUSE_IMAGE = "localhost/linkerd-multus-cluster/pause:1";

    private static final int MOST_NODES = 3;

    /** Refuses a number of nodes that nobody has tried. */
    public ClusterPlan {
        if (nodes < 1 || nodes > MOST_NODES) {
            throw new IllegalArgumentException("a local cluster has 1 to " + MOST_NODES + " nodes, not " + nodes);
        }
    }

    /** Returns what the supervisor has to do. */
    public SupervisorSpec spec() {
        var routes = IntStream.rangeClosed(1, nodes)
                .mapToObj(number -> new Route(Addresses.podsOf(number), Addresses.node(number)))
                .toList();
        return new SupervisorSpec(
                folder.name(),
                folder.path().toString(),
                "127.0.0.1:0",
                Addresses.api(),
                new Bridge("cluster", Addresses.bridge(), routes),
                new ControlPlane(folder, tools, profile).programs(),
                IntStream.rangeClosed(1, nodes)
                        .mapToObj(number -> new ClusterNode(this, number).node())
                        .toList());
    }

    NodeLayout layout() {
        return NodeLayout.of(profile);
    }
}
