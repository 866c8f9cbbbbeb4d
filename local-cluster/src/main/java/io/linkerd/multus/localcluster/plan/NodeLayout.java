// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.plan;

import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a node of a profile has its CNI files.
 *
 * @param plugins the folder of plugin binaries, the runtime's and Multus'
 * @param runtimeNetworks the folder that the container runtime reads
 * @param primaryNetwork the file of the cluster's own network, to which Multus delegates
 * @param nodeLabels what the kubelet registers the node with, as {@code key=value}
 */
record NodeLayout(String plugins, String runtimeNetworks, String primaryNetwork, List<String> nodeLabels) {
    /** The plugins that the cluster's own network is made of, and two that further networks of pods often have. */
    static final List<String> PLUGINS = List.of("bandwidth", "bridge", "host-local", "loopback", "macvlan", "portmap");

    private static final String OS_RELEASE = """
            NAME="Red Hat Enterprise Linux CoreOS"
            ID="rhcos"
            ID_LIKE="rhel fedora"
            VERSION="420.9.20260101-0"
            VERSION_ID="4.20"
            VARIANT="CoreOS"
            VARIANT_ID=coreos
            PLATFORM_ID="platform:el9"
            PRETTY_NAME="Red Hat Enterprise Linux CoreOS 420.9.20260101-0 (linkerd-multus local cluster)"
            OPENSHIFT_VERSION="4.20"
            """;

    static NodeLayout of(Profile profile) {
        return switch (profile) {
            case OPENSHIFT ->
                new NodeLayout(
                        "/var/lib/cni/bin",
                        "/etc/kubernetes/cni/net.d",
                        "/run/multus/cni/net.d/10-ovn-kubernetes.conf",
                        List.of("node.openshift.io/os_id=rhcos"));
            case PLAIN, PLAIN_WITH_OUR_MULTUS, PLAIN_WITHOUT_MULTUS ->
                new NodeLayout("/opt/cni/bin", "/etc/cni/net.d", "/etc/cni/net.d/10-cluster.conflist", List.of());
        };
    }

    NodeLayout {
        nodeLabels = List.copyOf(nodeLabels);
    }

    /** Returns the files of the node {@code number}; plugin binaries are copied from {@code binaries} on the machine. */
    List<File> files(int number, Path binaries) {
        var files = new ArrayList<File>();
        files.add(File.text(primaryNetwork, network(number)));
        for (var plugin : PLUGINS) {
            files.add(File.executable(
                    plugins + "/" + plugin, binaries.resolve(plugin).toString()));
        }
        if (!nodeLabels.isEmpty()) {
            files.add(File.text("/etc/os-release", OS_RELEASE));
        }
        return files;
    }

    /** A bridge and what the profile's networks usually have beside; a `.conf` holds one plugin, a `.conflist` several. */
    private String network(int number) {
        return primaryNetwork.endsWith(".conf")
                ? """
                {
                  "cniVersion": "0.3.1",
                  "name": "cluster",
                %s
                }
                """.formatted(bridge(number).indent(2).stripTrailing())
                : """
                {
                  "cniVersion": "0.3.1",
                  "name": "cluster",
                  "plugins": [
                    {
                %s
                    },
                    {"type": "portmap", "capabilities": {"portMappings": true}}
                  ]
                }
                """.formatted(bridge(number).indent(6).stripTrailing());
    }

    /**
     * Addresses are written the old way: Multus 4.3.0 cannot release those of an IPAM with {@code ranges} when the pod
     * goes ("no IP ranges specified").
     */
    private static String bridge(int number) {
        return """
                "type": "bridge",
                "bridge": "cni0",
                "isGateway": true,
                "ipMasq": true,
                "hairpinMode": true,
                "ipam": {
                  "type": "host-local",
                  "subnet": "%s",
                  "routes": [{"dst": "0.0.0.0/0"}]
                }
                """.formatted(Addresses.podsOf(number));
    }
}
