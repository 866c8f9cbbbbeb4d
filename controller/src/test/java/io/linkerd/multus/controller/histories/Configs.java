// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.histories;

/** What attachments may say. What Linkerd's ConfigMap says here is complete, so that it reaches the attachments as it is. */
final class Configs {
    /** As the attach operator wrote it. */
    static final String OPERATORS =
            "{\"cniVersion\":\"0.3.0\",\"name\":\"linkerd-cni\",\"type\":\"linkerd-cni\",\"ipam\":{},\"dns\":{},"
                    + "\"log_level\":\"info\",\"linkerd\":{\"proxy-uid\":2102},"
                    + "\"kubernetes\":{\"kubeconfig\":\"/etc/cni/net.d/ZZZ-linkerd-cni-kubeconfig\"}}";

    private Configs() {}

    static String valid(int proxyUid) {
        return "{\"cniVersion\":\"0.3.0\",\"name\":\"linkerd-cni\",\"type\":\"linkerd-cni\",\"linkerd\":{\"proxy-uid\":"
                + proxyUid
                + "},\"kubernetes\":{\"kubeconfig\":\"/etc/cni/linkerd-multus/linkerd-cni.kubeconfig\"}}";
    }
}
