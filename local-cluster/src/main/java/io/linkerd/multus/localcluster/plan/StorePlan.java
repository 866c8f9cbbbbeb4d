// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.plan;

import io.linkerd.multus.localcluster.supervisor.ClusterFolder;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Bind;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Bridge;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.File;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Node;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Program;
import java.nio.file.Path;
import java.util.List;

/** A node with nothing but a container runtime, to unpack images with. */
public final class StorePlan {
    /** The only node's name. */
    public static final String NODE = ClusterNode.name(1);

    private StorePlan() {}

    /** Returns what the supervisor has to do so that containerd has {@code store} as its folder. */
    public static SupervisorSpec spec(ClusterFolder folder, Path store) {
        var runtime = new Program("containerd", List.of("containerd"), List.of("PATH=" + ClusterNode.PATH), "");
        var node = new Node(
                NODE,
                Addresses.nodeInNetwork(1),
                List.of(),
                List.of("/etc/containerd", "/var/lib/containerd"),
                List.of(File.text(
                        "/etc/containerd/config.toml", NodeConfiguration.containerd(NodeLayout.of(Profile.PLAIN)))),
                List.of(),
                List.of(new Bind(store.toString(), "/var/lib/containerd", false)),
                "linkerd-multus/" + folder.name() + "/" + NODE,
                List.of(),
                List.of(runtime));
        return new SupervisorSpec(
                folder.name(),
                folder.path().toString(),
                "127.0.0.1:0",
                Addresses.api(),
                new Bridge("cluster", Addresses.bridge(), List.of()),
                List.of(),
                List.of(node));
    }
}
