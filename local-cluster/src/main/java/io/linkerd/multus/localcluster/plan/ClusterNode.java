// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.plan;

import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Bind;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.File;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Link;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Node;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Program;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Route;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Sysctl;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One node: what it hides of the machine, which files it has, and what runs on it. */
final class ClusterNode {
    /** Where programs are looked for, on nodes and beside them. */
    static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    /** Where a node sees the machine's Go tools. */
    static final String TOOLS = "/usr/local/lib/linkerd-multus-cluster";

    static final String CONTAINERD_SOCKET = "/run/containerd/containerd.sock";
    private static final List<String> ENVIRONMENT = List.of("PATH=" + PATH, "HOME=/root");
    private static final List<String> LINKED = List.of("kubelet", "kube-proxy", "kubectl");
    /** What a machine may hold of a Kubernetes of its own, or of a person: a node starts without. */
    private static final List<String> HIDDEN = List.of(
            "/etc/cni",
            "/etc/containerd",
            "/etc/kubernetes",
            "/home",
            "/mnt",
            "/opt/cni",
            "/root",
            "/srv",
            "/usr/libexec/kubernetes",
            "/var/lib/cni",
            "/var/lib/containerd",
            "/var/lib/docker",
            "/var/lib/kubelet",
            "/var/lib/linkerd-multus",
            "/var/lib/rancher",
            "/var/log",
            "/var/tmp");

    private final ClusterPlan cluster;
    private final int number;

    ClusterNode(ClusterPlan cluster, int number) {
        this.cluster = cluster;
        this.number = number;
    }

    /** Returns the name of the node {@code number}, from 1. */
    static String name(int number) {
        return "node" + number;
    }

    Node node() {
        var name = name(number);
        return new Node(
                name,
                Addresses.nodeInNetwork(number),
                routes(),
                hidden(),
                files(),
                LINKED.stream()
                        .map(tool -> new Link("/usr/local/bin/" + tool, TOOLS + "/" + tool))
                        .toList(),
                List.of(
                        new Bind(cluster.tools().toString(), TOOLS, true),
                        new Bind(cluster.folder().images(name).toString(), "/var/lib/containerd", false)),
                controlGroup(),
                List.of(new Sysctl("net.ipv4.ip_forward", "1"), new Sysctl("net.ipv4.conf.all.route_localnet", "1")),
                programs());
    }

    /** Has the runtime's folder too, which is there before Multus writes its file. */
    private List<String> hidden() {
        return Stream.concat(HIDDEN.stream(), Stream.of(cluster.layout().runtimeNetworks()))
                .toList();
    }

    private String controlGroup() {
        return "linkerd-multus/" + cluster.folder().name() + "/" + name(number);
    }

    private List<Route> routes() {
        var others = IntStream.rangeClosed(1, cluster.nodes())
                .filter(other -> other != number)
                .mapToObj(other -> new Route(Addresses.podsOf(other), Addresses.node(other)));
        return Stream.concat(Stream.of(new Route("0.0.0.0/0", Addresses.CONTROL_PLANE)), others)
                .toList();
    }

    private List<File> files() {
        var keys = cluster.keys().nodes().get(number - 1);
        var authority = cluster.keys().authority().identity().certificatePem();
        var proxy = cluster.keys().authority().issueClient(ClusterKeys.PROXY);
        var files = new ArrayList<>(List.of(
                File.text("/etc/hostname", name(number) + "\n"),
                File.text("/etc/hosts", "127.0.0.1 localhost\n" + Addresses.node(number) + " " + name(number) + "\n"),
                File.text("/etc/resolv.conf", ""),
                File.text("/etc/containerd/config.toml", NodeConfiguration.containerd(cluster.layout())),
                File.text("/etc/kubernetes/kubelet.yaml", NodeConfiguration.kubelet(number, controlGroup())),
                File.text("/etc/kubernetes/ca.crt", authority),
                File.text("/etc/kubernetes/kubelet.crt", keys.server().certificatePem()),
                File.secret("/etc/kubernetes/kubelet.key", keys.server().privateKeyPem()),
                File.secret(
                        "/etc/kubernetes/kubelet.kubeconfig",
                        cluster.keys().kubeconfig(keys.client()).text()),
                File.secret(
                        "/etc/kubernetes/kube-proxy.kubeconfig",
                        cluster.keys().kubeconfig(proxy).text())));
        if (cluster.mirrored()) {
            files.add(NodeConfiguration.mirror());
        }
        files.addAll(cluster.layout().files(number, cluster.tools()));
        return files;
    }

    private List<Program> programs() {
        return List.of(
                program("containerd", "", List.of()),
                program(
                        "kube-proxy",
                        Addresses.api(),
                        List.of(
                                "--kubeconfig=/etc/kubernetes/kube-proxy.kubeconfig",
                                "--proxy-mode=nftables",
                                "--cluster-cidr=" + Addresses.PODS,
                                "--hostname-override=" + name(number),
                                // The machine's connection tracking is not a node's to set.
                                "--conntrack-max-per-core=0",
                                "--conntrack-tcp-timeout-established=0",
                                "--conntrack-tcp-timeout-close-wait=0")),
                program("kubelet", CONTAINERD_SOCKET, kubelet()));
    }

    private List<String> kubelet() {
        var arguments = new ArrayList<>(List.of(
                "--config=/etc/kubernetes/kubelet.yaml",
                "--kubeconfig=/etc/kubernetes/kubelet.kubeconfig",
                "--hostname-override=" + name(number),
                "--node-ip=" + Addresses.node(number)));
        var labels = cluster.layout().nodeLabels();
        if (!labels.isEmpty()) {
            arguments.add("--node-labels=" + String.join(",", labels));
        }
        return arguments;
    }

    private static Program program(String name, String after, List<String> arguments) {
        var command = new ArrayList<String>();
        command.add(name);
        command.addAll(arguments);
        return new Program(name, command, ENVIRONMENT, after);
    }
}
