// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster;

import io.linkerd.multus.localcluster.plan.Profile;
import io.linkerd.multus.localcluster.programs.Kubectl;
import io.linkerd.multus.localcluster.programs.Progress;
import io.linkerd.multus.localcluster.programs.Toolbox;
import io.linkerd.multus.localcluster.supervisor.ClusterFolder;
import io.linkerd.multus.localcluster.supervisor.RunningNode;
import io.linkerd.multus.localcluster.supervisor.Supervisor;
import io.linkerd.multus.localcluster.supervisor.SupervisorState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A Kubernetes cluster on this machine that is ready for use. The machine sees nothing of it but a port on its loopback,
 * and when it is closed, or this JVM ends in whatever way, nothing of it is left.
 */
public final class LocalCluster implements AutoCloseable {
    private final ClusterFolder folder;
    private final LocalClusterSettings settings;
    private final SupervisorState state;
    private final Kubectl kubectl;
    private final Optional<Supervisor> supervisor;
    private final AtomicBoolean detached = new AtomicBoolean();

    LocalCluster(
            LocalClusterSettings settings, Toolbox toolbox, SupervisorState state, Optional<Supervisor> supervisor) {
        this.folder = folder(settings.name(), toolbox);
        this.settings = settings;
        this.state = state;
        this.kubectl = new Kubectl(toolbox.programs(), folder.adminKubeconfig());
        this.supervisor = supervisor;
    }

    static ClusterFolder folder(String name, Toolbox toolbox) {
        return new ClusterFolder(toolbox.cache().clusters().resolve(name));
    }

    /** Starts a cluster; one of its name must not be running. It is ready when this returns. */
    public static LocalCluster start(LocalClusterSettings settings, Toolbox toolbox, Progress progress)
            throws IOException, InterruptedException {
        return new ClusterStart(settings, toolbox, progress).run();
    }

    /** Returns the running cluster of this name, which is not ended by closing what is returned. */
    public static Optional<LocalCluster> find(String name, Toolbox toolbox) throws IOException, InterruptedException {
        var folder = folder(name, toolbox);
        var settings = ClusterRecord.read(folder);
        if (settings.isEmpty() || !Supervisor.isAlive(toolbox.supervise(), folder)) {
            return Optional.empty();
        }
        return Optional.of(new LocalCluster(settings.get(), toolbox, Supervisor.state(folder), Optional.empty()));
    }

    /** Returns the running cluster of this name if it is as the settings say, and starts one if there is none. */
    public static LocalCluster obtain(LocalClusterSettings settings, Toolbox toolbox, Progress progress)
            throws IOException, InterruptedException {
        requireNoOther(settings, toolbox);
        var running = find(settings.name(), toolbox);
        if (running.isEmpty()) {
            return start(settings, toolbox, progress);
        }
        progress.say("the cluster " + settings.name() + " is up already");
        return running.get();
    }

    /** Refuses, before anything is prepared for it, a cluster under the name of one that is running and otherwise. */
    public static void requireNoOther(LocalClusterSettings settings, Toolbox toolbox)
            throws IOException, InterruptedException {
        var running = find(settings.name(), toolbox).map(cluster -> cluster.settings);
        if (running.isPresent() && !running.get().equals(settings)) {
            throw new IOException("the cluster " + settings.name() + " is up as "
                    + running.get().descriptionBeside(settings)
                    + "; remove it first (down), or choose another name (--name)");
        }
    }

    /** Ends the cluster of this name, whoever started it, and removes whatever is left of it. */
    public static void remove(String name, Toolbox toolbox) throws IOException, InterruptedException {
        Supervisor.remove(toolbox.supervise(), folder(name, toolbox));
    }

    /** Returns the kind of cluster. */
    public Profile profile() {
        return settings.profile();
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
    public List<RunningNode> nodes() {
        return state.nodes().entrySet().stream()
                .map(node -> new RunningNode(node.getKey(), node.getValue()))
                .sorted(Comparator.comparing(RunningNode::name))
                .toList();
    }

    /** Returns the node {@code name}. */
    public RunningNode node(String name) {
        return new RunningNode(name, state.process(name));
    }

    /** Puts images, as {@code docker save} or jib writes them, on every node; the nodes take them at the same time. */
    public void load(List<Path> tars) throws IOException, InterruptedException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var loads = threads.invokeAll(
                    nodes().stream().map(node -> loading(node, tars)).toList());
            for (var load : loads) {
                load.get();
            }
        } catch (ExecutionException e) {
            throw new IOException(
                    e.getCause() == null ? e.toString() : e.getCause().getMessage(), e);
        }
    }

    private static Callable<RunningNode> loading(RunningNode node, List<Path> tars) {
        return () -> {
            for (var tar : tars) {
                node.load(tar);
            }
            return node;
        };
    }

    /** Returns how processes of a running pod are reached from the machine. */
    public PodNetwork podNetwork(String namespace, String pod) throws IOException, InterruptedException {
        return PodNetwork.of(kubectl, namespace, pod);
    }

    /** Returns the network that the API server calls nodes and pods from. */
    public PodNetwork apiServerNetwork() {
        return new PodNetwork(state.inner());
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
    public void detach() throws IOException {
        if (supervisor.isPresent()) {
            supervisor.get().detach();
            detached.set(true);
        }
    }

    /** Ends the cluster, where it was started by this JVM and not detached. */
    @Override
    public void close() throws IOException {
        if (supervisor.isPresent() && !detached.get()) {
            supervisor.get().close();
        }
    }
}
