// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.platforms;

import static io.linkerd.multus.contracts.platforms.NodeMark.called;
import static io.linkerd.multus.contracts.platforms.NodeMark.image;
import static io.linkerd.multus.contracts.platforms.NodeMark.k3s;
import static io.linkerd.multus.contracts.platforms.NodeMark.labelled;
import static io.linkerd.multus.contracts.platforms.NodeMark.provider;
import static io.linkerd.multus.contracts.platforms.NodeMark.version;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A distribution, as far as an installer has to know it: where its nodes have what, and how one of them is recognised. Of two that fit
 * the one that is written first counts. The chart has the same rows, in {@code templates/_platform.tpl}.
 */
public enum NodePlatform {
    /** MicroShift, whose plugins lie on a tmpfs. */
    MICROSHIFT("/run/cni/bin", Usual.NETWORKS, labelled("node.kubernetes.io/instance-type", "rhde")),
    /** OpenShift 4 and OKD: CRI-O's {@code plugin_dirs}, and Multus' {@code binDir}, are set to this directory there. */
    OPENSHIFT("/var/lib/cni/bin", "/etc/kubernetes/cni/net.d", labelled("node.openshift.io/os_id")),
    /** k3s in containers. */
    K3D("/bin", K3sFolders.NETWORKS, called("k3d-")),
    /** k3s since October 2024. */
    K3S("/var/lib/rancher/k3s/data/cni", K3sFolders.NETWORKS, k3s(false)),
    /** k3s before that: {@code current} is a link, which an upgrade sets anew. */
    K3S_LEGACY("/var/lib/rancher/k3s/data/current/bin", K3sFolders.NETWORKS, k3s(true)),
    /** RKE2. */
    RKE2(Usual.PLUGINS, Usual.NETWORKS, version("+rke2r")),
    /** MicroK8s, whose folders are those of its snap. */
    MICROK8S(
            "/var/snap/microk8s/current/opt/cni/bin",
            "/var/snap/microk8s/current/args/cni-network",
            labelled("microk8s.io/cluster")),
    /** GKE, where {@code /opt} is read-only. */
    GKE(
            "/home/kubernetes/bin",
            Usual.NETWORKS,
            labelled("cloud.google.com/gke-nodepool"),
            labelled("cloud.google.com/gke-os-distribution"),
            version("-gke.")),
    /** Bottlerocket, of Amazon. */
    BOTTLEROCKET(Usual.PLUGINS, Usual.NETWORKS, image("Bottlerocket OS")),
    /** EKS with other systems on its nodes. */
    EKS(Usual.PLUGINS, Usual.NETWORKS, labelled("eks.amazonaws.com/nodegroup"), version("-eks-")),
    /** AKS, which writes its networks anew from time to time. */
    AKS(Usual.PLUGINS, Usual.NETWORKS, labelled("kubernetes.azure.com/agentpool")),
    /** minikube. */
    MINIKUBE(Usual.PLUGINS, Usual.NETWORKS, labelled("minikube.k8s.io/name")),
    /** kind. */
    KIND(Usual.PLUGINS, Usual.NETWORKS, provider("kind://")),
    /** Talos, whose networks lie on a tmpfs. */
    TALOS(Usual.PLUGINS, Usual.NETWORKS, image("Talos (")),
    /** k0s, whose kube-router removes single networks that are not its own. */
    K0S(Usual.PLUGINS, Usual.NETWORKS, labelled("node.k0sproject.io/role"), version("+k0s")),
    /** Rancher Desktop; nothing of a node tells it from k3s in general, so a person has to say it. */
    RANCHER_DESKTOP("/usr/libexec/cni", Usual.NETWORKS),
    /** Tanzu Kubernetes Grid Integrated; a person has to say it. */
    TKGI("/var/vcap/jobs/kubelet/packages/cni/bin", Usual.NETWORKS),
    /** kubespray, whose folders of plugins may belong to a user of its own; nothing of a node tells it, so a person has to say it. */
    KUBESPRAY(Usual.PLUGINS, Usual.NETWORKS),
    /** Upstream's defaults, which most others keep. */
    KUBERNETES(Usual.PLUGINS, Usual.NETWORKS);

    private final String binDirectory;
    private final String networkDirectory;

    @SuppressWarnings("ImmutableEnumChecker") // List.of has made it
    private final List<NodeMark> marks;

    NodePlatform(String binDirectory, String networkDirectory, NodeMark... marks) {
        this.binDirectory = binDirectory;
        this.networkDirectory = networkDirectory;
        this.marks = List.of(marks);
    }

    private static final class Usual {
        static final String PLUGINS = "/opt/cni/bin";
        static final String NETWORKS = "/etc/cni/net.d";
    }

    private static final class K3sFolders {
        static final String NETWORKS = "/var/lib/rancher/k3s/agent/etc/cni/net.d";
    }

    /** {@return where the runtime, and Multus, look for CNI binaries; a host path} */
    public String binDirectory() {
        return binDirectory;
    }

    /** {@return where the runtime loads its networks from; a host path} */
    public String networkDirectory() {
        return networkDirectory;
    }

    /** {@return where Multus looks for networks that attachments without a configuration name; a host path} */
    public String multusDirectory() {
        return "/etc/cni/multus/net.d";
    }

    /** {@return where Multus looks for plugins to run for every pod, if it does so at all; a host path} */
    public Optional<String> auxiliaryDirectory() {
        return this == OPENSHIFT ? Optional.of("/run/multus/cni/net.d/vendor-cni-chain") : Optional.empty();
    }

    /**
     * {@return the SELinux type that pods with folders of the node need where it is in enforcing mode, as the chart gives it to them where this
     * platform is said} Empty where nothing is known, or where the platform gives one to pods itself.
     */
    public Optional<String> seLinuxType() {
        return switch (this) {
            case K3S, K3S_LEGACY, RKE2 -> Optional.of("spc_t");
            case BOTTLEROCKET -> Optional.of("super_t");
            case MICROSHIFT, OPENSHIFT, K3D, MICROK8S, GKE, EKS, AKS, MINIKUBE, KIND, TALOS, K0S -> Optional.empty();
            case RANCHER_DESKTOP, TKGI, KUBESPRAY, KUBERNETES -> Optional.empty();
        };
    }

    /** {@return the platform to be said in its place where a node of it has been set up otherwise, in words that follow "or"} */
    public Optional<String> otherwise() {
        if (this == GKE) { // Google's kubelets elsewhere have its mark in their versions as well
            return Optional.of("kubernetes on Google Distributed Cloud");
        }
        // k3s tells its containerd where networks and plugins are only where it brings flannel (its
        // containerd/config.toml).
        return networkDirectory.equals(K3sFolders.NETWORKS)
                ? Optional.of("kubernetes where k3s runs with --flannel-backend=none")
                : Optional.empty();
    }

    /** {@return the name as settings and journal have it} */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@return what of the node tells this platform} */
    public Optional<String> recognisedBy(NodeView node) {
        return marks.stream()
                .filter(mark -> mark.isOn(node))
                .map(NodeMark::inWords)
                .findFirst();
    }

    /** {@return the platform of that name; empty for one that only another release knows} */
    public static Optional<NodePlatform> named(String label) {
        return Arrays.stream(values())
                .filter(platform -> platform.label().equals(label))
                .findFirst();
    }
}
