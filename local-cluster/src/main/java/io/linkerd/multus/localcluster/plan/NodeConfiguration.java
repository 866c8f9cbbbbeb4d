// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.plan;

import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.File;

/** The configuration of what runs on a node. */
final class NodeConfiguration {
    private static final String REGISTRIES = "/etc/containerd/certs.d";

    private NodeConfiguration() {}

    /**
     * Returns containerd's configuration. Neither it nor the kubelet may lower an OOM score, for which a container that
     * this runs in often lacks the right.
     */
    static String containerd(NodeLayout layout) {
        return """
                version = 2
                root = "/var/lib/containerd"
                state = "/run/containerd"
                oom_score = 0
                disabled_plugins = [
                  "io.containerd.internal.v1.opt",
                  "io.containerd.snapshotter.v1.aufs",
                  "io.containerd.snapshotter.v1.btrfs",
                  "io.containerd.snapshotter.v1.devmapper",
                  "io.containerd.snapshotter.v1.zfs",
                  "io.containerd.tracing.processor.v1.otlp",
                  "io.containerd.internal.v1.tracing",
                ]
                [grpc]
                  address = "%s"
                [plugins."io.containerd.grpc.v1.cri"]
                  restrict_oom_score_adj = true
                  sandbox_image = "%s"
                  max_concurrent_downloads = 1
                  [plugins."io.containerd.grpc.v1.cri".registry]
                    config_path = "%s"
                  [plugins."io.containerd.grpc.v1.cri".cni]
                    bin_dir = "%s"
                    conf_dir = "%s"
                """.formatted(
                        ClusterNode.CONTAINERD_SOCKET,
                        ClusterPlan.PAUSE_IMAGE,
                        REGISTRIES,
                        layout.plugins(),
                        layout.runtimeNetworks());
    }

    /** {@return where containerd asks for images of all registries: at a mirror, as where a cluster is disconnected} */
    static File mirror() {
        return File.text(REGISTRIES + "/_default/hosts.toml", """
                [host."http://%s:%d"]
                  capabilities = ["pull", "resolve"]
                """.formatted(
                        Addresses.REGISTRY_SERVICE, Addresses.REGISTRY_PORT));
    }

    /**
     * Returns the kubelet's configuration. The thresholds only have to be positive; disk use is measured nowhere. A container that ends
     * again and again waits 2 s before it is started, and not up to 5 min: how long something takes to recover here is no measure.
     */
    static String kubelet(int number, String controlGroup) {
        return """
                apiVersion: kubelet.config.k8s.io/v1beta1
                kind: KubeletConfiguration
                address: %s
                authentication:
                  anonymous: {enabled: false}
                  webhook: {enabled: true}
                  x509: {clientCAFile: /etc/kubernetes/ca.crt}
                authorization: {mode: Webhook}
                cgroupDriver: cgroupfs
                cgroupRoot: /%s
                clusterDNS: ["%s"]
                clusterDomain: cluster.local
                crashLoopBackOff: {maxContainerRestartPeriod: 2s}
                containerRuntimeEndpoint: unix://%s
                evictionHard: {memory.available: "100Mi", nodefs.available: "1%%", imagefs.available: "1%%"}
                failCgroupV1: false
                failSwapOn: false
                imageGCHighThresholdPercent: 100
                localStorageCapacityIsolation: false
                maxPods: 250
                oomScoreAdj: 0
                resolvConf: ""
                serializeImagePulls: false
                tlsCertFile: /etc/kubernetes/kubelet.crt
                tlsPrivateKeyFile: /etc/kubernetes/kubelet.key
                """.formatted(
                        Addresses.node(number), controlGroup, Addresses.DNS_SERVICE, ClusterNode.CONTAINERD_SOCKET);
    }
}
