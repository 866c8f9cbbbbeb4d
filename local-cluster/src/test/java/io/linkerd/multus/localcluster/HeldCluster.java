// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster;

import static org.awaitility.Awaitility.await;

import io.linkerd.multus.localcluster.plan.Addresses;
import io.linkerd.multus.localcluster.programs.Programs;
import io.linkerd.multus.localcluster.programs.Toolbox;
import io.linkerd.multus.localcluster.supervisor.ClusterFolder;
import io.linkerd.multus.localcluster.supervisor.Supervisor;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Bind;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Bridge;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.File;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Link;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Node;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Program;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Route;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Sysctl;
import io.linkerd.multus.localcluster.supervisor.SupervisorState;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A supervised cluster without Kubernetes: a control plane that serves the cluster's name, and a node whose one program holds all that a
 * container runtime and its pods hold. It is there in less than a second.
 */
record HeldCluster(ClusterFolder folder, Supervisor supervisor, SupervisorState state) implements AutoCloseable {
    /** Of the supervisor's inner half, of the node and of the pod: five kinds each. */
    static final int NAMESPACES = 15;

    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final String NODE = "node1";
    private static final List<String> ENVIRONMENT = List.of("PATH=/usr/sbin:/usr/bin:/sbin:/bin");

    /** Starts it and returns when all is held. */
    static HeldCluster start(String name, Toolbox toolbox) throws IOException {
        var folder = LocalCluster.folder(name, toolbox);
        Files.createDirectories(folder.images(NODE));
        Files.writeString(folder.path().resolve("index.html"), name);
        var supervisor = Supervisor.start(toolbox.supervise(), folder, spec(folder, toolbox.busybox()));
        var cluster = new HeldCluster(folder, supervisor, supervisor.awaitStarted());
        var holds = folder.images(NODE).resolve("holds");
        await().pollInterval(Duration.ofMillis(10)).atMost(DEADLINE).until(() -> Files.exists(holds));
        return cluster;
    }

    private static SupervisorSpec spec(ClusterFolder folder, Path busybox) {
        var serve = List.of(
                busybox.toString(),
                "httpd",
                "-f",
                "-p",
                Addresses.api(),
                "-h",
                folder.path().toString());
        return new SupervisorSpec(
                folder.name(),
                folder.path().toString(),
                "127.0.0.1:0",
                Addresses.api(),
                new Bridge("cluster", Addresses.bridge(), List.of(new Route(Addresses.podsOf(1), Addresses.node(1)))),
                List.of(new Program("serve", serve, ENVIRONMENT, "")),
                List.of(node(folder)));
    }

    private static Node node(ClusterFolder folder) {
        var group = "linkerd-multus/" + folder.name() + "/" + NODE;
        return new Node(
                NODE,
                Addresses.nodeInNetwork(1),
                List.of(new Route("0.0.0.0/0", Addresses.CONTROL_PLANE)),
                List.of("/mnt", "/var/lib/containerd"),
                List.of(File.text("/etc/hostname", NODE + "\n")),
                List.of(new Link("/usr/local/bin/name", "/etc/hostname")),
                List.of(new Bind(folder.images(NODE).toString(), "/var/lib/containerd", false)),
                group,
                List.of(new Sysctl("net.ipv4.ip_forward", "1")),
                List.of(new Program("hold", List.of("sh", "-c", hold(group)), ENVIRONMENT, Addresses.api())));
    }

    /**
     * A control group below the node's, mounts in memory and on the machine's disk, a process that hears no signal, an orphan, and a pod
     * with namespaces, a mount and links of its own. The hierarchy cpuset of control groups' version 1 takes no process without more ado.
     */
    private static String hold(String group) {
        return """
                for group in /sys/fs/cgroup/%1$s /sys/fs/cgroup/*/%1$s; do
                  [ -d "$group" ] || continue
                  mkdir -p "$group/pod"
                  echo $$ >"$group/pod/cgroup.procs" || true
                done
                grep -q "%1$s/pod" /proc/self/cgroup || exit 1
                mkdir -p /var/held
                mount -t tmpfs held /var/held || exit 1
                cd /var/lib/containerd
                mkdir -p lower upper work merged
                mount -t overlay -o lowerdir=lower,upperdir=upper,workdir=work held merged || exit 1
                setsid sh -c 'trap "" HUP INT TERM; while :; do sleep 1000; done' &
                (setsid sleep 1000000 &)
                exec unshare --mount --net --ipc --uts --pid --fork sh -c '
                  mount -t tmpfs pod /mnt &&
                  ip link add outside type veth peer name inside &&
                  touch /var/lib/containerd/holds && exec sleep 1000000'
                """.formatted(group);
    }

    /** Returns what its control plane says, by way of the port on the machine's loopback. */
    String answer() throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create("http://" + state.listen() + "/index.html"))
                    .timeout(DEADLINE)
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }

    /** Returns the namespaces of all processes of a cluster but for those that are the machine's. */
    static Set<String> namespaces(SupervisorState cluster) throws IOException {
        var found = new TreeSet<String>();
        for (var process : handle(cluster.supervisor()).descendants().toList()) {
            found.addAll(KernelNamespaces.of(process.pid()));
        }
        found.removeAll(KernelNamespaces.of(ProcessHandle.current().pid()));
        return found;
    }

    /** Returns the supervisor's half that is in the machine's namespaces. */
    ProcessHandle outer() {
        return handle(state.supervisor());
    }

    /** Returns the half that is the first process in the cluster's own. */
    ProcessHandle inner() {
        return handle(state.inner());
    }

    private static ProcessHandle handle(long process) {
        return ProcessHandle.of(process).orElseThrow();
    }

    /** Ends both halves by signals that they do not hear. Stopped first, neither can clear away after the other. */
    void killAtOnce() throws IOException, InterruptedException {
        var inner = inner();
        for (var signal : List.of("-STOP", "-KILL")) {
            Programs.plain()
                    .output(
                            DEADLINE,
                            List.of("kill", signal, Long.toString(state.supervisor()), Long.toString(state.inner())));
        }
        await().atMost(DEADLINE).until(() -> !inner.isAlive());
    }

    @Override
    public void close() throws IOException {
        supervisor.close();
    }
}
