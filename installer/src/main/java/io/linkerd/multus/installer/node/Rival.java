// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.installer.node.network.Chained;
import io.linkerd.multus.installer.settings.NodeSettings;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** Who else writes files of certain names, and what helps. */
enum Rival {
    /** Copies its plugin over ours, and takes away what has the plugin's name when it ends. */
    LINKERDS_OWN(
            Linkerd.PLUGIN + "|" + NodeSettings.LINKERDS_KUBECONFIG,
            "Linkerd's own CNI DaemonSet: keep it off this node"),
    /** With {@code cni.exclusive}, its default, it makes its file anew at any change of the directory. */
    CILIUM("05-cilium\\.conf(list)?", "Cilium: set cni.exclusive=false in its values"),
    /** Put back from time to time, by whatever manages the nodes of AKS. */
    AKS(
            "1\\d-azure.*\\.conf(list)?",
            "AKS, which puts its own network back and supports no chaining: attach the plugin through Multus (mode nad)"),
    EKS("10-aws\\.conf(list)?", Rival.writesAtStart("Amazon's VPC CNI, kube-system/aws-node")),
    GKE(
            "10-gke-ptp\\.conf(list)?",
            "GKE, which puts its own network back: attach the plugin through Multus (mode nad)"),
    KINDNET("10-kindnet\\.conflist", Rival.writesAtStart("kindnet, kube-system/kindnet")),
    FLANNEL("10-flannel\\.conflist", Rival.writesAtStart("flannel, kube-flannel/kube-flannel-ds")),
    CALICO("10-calico\\.conf(list)?", Rival.writesAtStart("Calico, calico-node")),
    CANAL("10-canal\\.conflist", Rival.writesAtStart("Canal")),
    KUBE_ROUTER("10-kuberouter\\.conf(list)?", Rival.writesAtStart("kube-router"));

    /** How a list ends that stands in the place of a single network, whose rival it is. */
    private static final String LIST_OF_SINGLE = ".conf.conflist";

    private final Pattern names;
    private final String inWords;

    Rival(String names, String inWords) {
        this.names = Pattern.compile(names);
        this.inWords = inWords;
    }

    /** {@return who most likely undoes our repairs of a file, and the cure; empty where anybody could} */
    static Optional<String> likely(String path) {
        var file = path.substring(path.lastIndexOf('/') + 1);
        var name = file.endsWith(LIST_OF_SINGLE) ? Chained.singleOf(file) : file;
        return Arrays.stream(values())
                .filter(rival -> rival.names.matcher(name).matches())
                .map(rival -> rival.inWords)
                .findFirst();
    }

    private static String writesAtStart(String whom) {
        return whom + ", which writes its network at each start: find out why its pod restarts again and again";
    }
}
