// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RivalTest {
    @ParameterizedTest
    @CsvSource({
        "/opt/cni/bin/linkerd-cni, keep it off this node",
        "/etc/cni/net.d/ZZZ-linkerd-cni-kubeconfig, keep it off this node",
        "/etc/cni/net.d/05-cilium.conflist, set cni.exclusive=false",
        "/etc/cni/net.d/10-azure.conflist, AKS",
        "/etc/cni/net.d/15-azure-swift-overlay.conflist, AKS",
        "/etc/cni/net.d/10-aws.conflist, aws-node",
        "/etc/cni/net.d/10-gke-ptp.conflist, GKE",
        "/etc/cni/net.d/10-kindnet.conflist, kindnet",
        "/var/lib/rancher/k3s/agent/etc/cni/net.d/10-flannel.conflist, flannel",
        "/etc/cni/net.d/10-calico.conflist, Calico",
        "/etc/cni/net.d/10-calico.conf.conflist, Calico",
        "/etc/cni/net.d/10-canal.conflist, Canal",
        "/etc/cni/net.d/10-kuberouter.conf, kube-router"
    })
    void isNamedByTheFileThatItWritesToo(String path, String likely) {
        assertThat(Rival.likely(path)).get().asString().contains(likely);
    }

    @Test
    void isNobodyInParticularWhereAnybodyCouldBe() {
        assertThat(Rival.likely("/etc/cni/linkerd-multus/linkerd-cni.kubeconfig"))
                .isEmpty();
        assertThat(Rival.likely("/etc/cni/net.d/10-bridge.conflist")).isEmpty();
    }
}
