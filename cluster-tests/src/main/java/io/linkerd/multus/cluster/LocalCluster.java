// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cluster;

import io.linkerd.multus.cluster.supervisor.ClusterFolder;
import io.linkerd.multus.cluster.supervisor.Node;
import io.linkerd.multus.cluster.supervisor.Supervisor;
import io.linkerd.multus.cluster.supervisor.SupervisorState;
import io.linkerd.multus.cluster.tools.Kubectl;
import io.linkerd.multus.cluster.tools.Toolbox;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A Kubernetes cluster on this machine that is ready for use. The machine sees nothing of it but a port on its loopback,
 * and when it is closed, or this JVM ends in whatever way, nothing of it is left.
 */
public final class LocalCluster implements AutoCloseable {
    private final ClusterFolder folder;
    private final SupervisorState state;
    private final Kubectl kubectl;
    private final Optional<Supervisor> supervisor;

    LocalCluster(ClusterFolder folder, SupervisorState state, Toolbox toolbox, Optional<Supervisor> supervisor) {
        this.folder = folder;
        this.state = state;
        this.kubectl = new Kubectl(toolbox.programs(), folder.adminKubeconfig());
        this.supervisor = supervisor;
    }

    /** Returns the cluster's name. */
    public String name() {
        return folder.name();
    }

    /** Returns the file by which any client on this machine reaches the API server as a member of system:masters. */
    public Path kubeconfig() {
        return folder.adminKubeconfig();
    }

    /** Returns the API server's address on the machine's loopback, as {@code 127.0.0.1:port}. */
    public String address() {
        return state.listen();
    }

    /** Returns kubectl and helm for this cluster. */
    public Kubectl kubectl() {
        return kubectl;
    }

    /** Returns the nodes in the order of their names. */
    public List<Node> nodes() {
        return state.nodes().entrySet().stream()
                .map(node -> new Node(node.getKey(), node.getValue()))
                .sorted(java.util.Comparator.comparing(Node::name))
                .toList();
    }

    /** Returns the node {@code name}. */
    public Node node(String name) {
        return new Node(name, state.process(name));
    }

    /** Puts an image, as {@code docker save} or jib writes it, on every node. */
    public void load(Path tar) throws IOException, InterruptedException {
        for (var node : nodes()) {
            node.load(tar);
        }
    }

    /** Returns how processes of a running pod are reached from the machine. */
    public PodNetwork podNetwork(String namespace, String pod) throws IOException, InterruptedException {
        return PodNetwork.of(kubectl, folder.name(), namespace, pod);
    }

    /** Returns the folder that every program's output is in, a file each. */
    public Path logs() {
        return folder.logs();
    }

    /** Returns the cluster's supervising process; ending it in whatever way ends the cluster. */
    public ProcessHandle supervisor() {
        return ProcessHandle.of(state.supervisor())
                .orElseThrow(() -> new IllegalStateException("the cluster " + name() + " has ended"));
    }

    /** Lets the cluster live on after this JVM. */
    void detach() throws IOException {
        if (supervisor.isPresent()) {
            supervisor.get().detach();
        }
    }

    /** Ends the cluster, where it was started by this JVM and not detached. */
    @Override
    public void close() throws IOException {
        if (supervisor.isPresent()) {
            supervisor.get().close();
        }
    }

    /** How long starting everything may take on a slow machine before it is given up. */
    static Duration patience() {
        return Duration.ofMinutes(5);
    }
}
