// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.platforms.NodePlatform;
import io.linkerd.multus.contracts.platforms.NodeView;
import io.linkerd.multus.installer.platform.NodeFacts.ClusterFacts;
import io.linkerd.multus.installer.platform.NodeFacts.HostFacts;
import io.linkerd.multus.installer.settings.PlatformSetting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodePlatformTest {
    private static final Path TABLE = Path.of("..", "charts", "linkerd-multus", "templates", "_platform.tpl");
    private static final Pattern ROW = Pattern.compile("^([a-z0-9-]+): +\\{(.*)}$", Pattern.MULTILINE);

    /** Name, labels, operating system, kubelet and provider of a node of each, as they are documented or were seen by others. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                // docs.redhat.com, nodes: the machine config operator's label
                "openshift    | ip-10-0-1-1   | node.openshift.io/os_id=rhcos                     | Red Hat Enterprise Linux CoreOS 420 | v1.33.4          | aws:///x",
                // openshift/microshift, pkg/node/kubelet.go
                "microshift   | edge          | node.kubernetes.io/instance-type=rhde             | Red Hat Enterprise Linux 9.4        | v1.30.1          | -",
                // docs.k3s.io, networking/multus-ipams
                "k3s          | node1         | node.kubernetes.io/instance-type=k3s              | Ubuntu 24.04                        | v1.31.2+k3s1     | k3s://node1",
                "k3s          | node1         | node.kubernetes.io/instance-type=k3s              | Ubuntu 24.04                        | v1.34.0+k3s1     | k3s://node1",
                "k3s-legacy   | node1         | node.kubernetes.io/instance-type=k3s              | Ubuntu 22.04                        | v1.28.14+k3s1    | k3s://node1",
                "k3s-legacy   | node1         | node.kubernetes.io/instance-type=k3s              | Ubuntu 22.04                        | v1.27.16+k3s2    | k3s://node1",
                "k3d          | k3d-a-agent-0 | node.kubernetes.io/instance-type=k3s              | K3s v1.31.5+k3s1                    | v1.31.5+k3s1     | k3s://k3d",
                // rancher/rke2 versions
                "rke2         | node1         | beta.kubernetes.io/os=linux                       | SLE Micro 6                         | v1.34.1+rke2r1   | rke2://node1",
                // canonical/microk8s, snap/hooks
                "microk8s     | node1         | microk8s.io/cluster=true                          | Ubuntu 24.04                        | v1.32.3          | -",
                // cloud.google.com, GKE node labels
                "gke          | gke-a-pool-1  | cloud.google.com/gke-nodepool=pool                | Container-Optimized OS from Google  | v1.33.4-gke.1000 | gce://p/z/i",
                // bottlerocket's pretty name
                "bottlerocket | ip-1          | eks.amazonaws.com/nodegroup=b                     | Bottlerocket OS 1.40.0 (aws-k8s)    | v1.33.1-eks-1    | aws:///x",
                "eks          | ip-1          | eks.amazonaws.com/nodegroup=a                     | Amazon Linux 2023                   | v1.33.1-eks-1    | aws:///x",
                "eks          | ip-1          | -                                                 | Amazon Linux 2023                   | v1.33.1-eks-1    | aws:///x",
                // Azure/AKS, node labels
                "aks          | aks-pool-1    | kubernetes.azure.com/agentpool=pool               | Ubuntu 22.04                        | v1.32.0          | azure:///x",
                "minikube     | minikube      | minikube.k8s.io/name=minikube                     | Buildroot 2025                      | v1.33.1          | -",
                // kubernetes-sigs/kind, kubelet's provider
                "kind         | kind-worker   | -                                                 | Debian GNU/Linux 12                 | v1.33.1          | kind://docker/kind/kind-worker",
                // talos' pretty name
                "talos        | talos-1       | -                                                 | Talos (v1.10.0)                     | v1.33.1          | -",
                "k0s          | node1         | node.k0sproject.io/role=worker                    | Debian GNU/Linux 12                 | v1.33.1+k0s      | -",
                "kubernetes   | node1         | kubernetes.io/hostname=node1                      | Ubuntu 24.04                        | v1.33.1          | -",
            })
    void isRecognisedByANodeOfIt(
            String platform, String name, String label, String image, String version, String provider) {
        var node = node(name, label, image, version, provider);

        assertThat(Recognition.of(new NodeFacts(
                                Optional.empty(),
                                Optional.of(new ClusterFacts(Optional.of(NodeView.of(node)), false)),
                                Optional.empty(),
                                () -> new HostFacts(Set.of())))
                        .map(recognition -> recognition.platform().label()))
                .isEqualTo(new Result.Ok<>(platform));
    }

    @Test
    void everyOneCanBeSaid() {
        assertThat(Arrays.stream(PlatformSetting.values())
                        .filter(setting -> setting != PlatformSetting.AUTO)
                        .map(setting -> NodePlatform.named(setting.label())))
                .containsExactlyElementsOf(
                        Stream.of(NodePlatform.values()).map(Optional::of).toList());
    }

    /** What the chart mounts is what the installer looks for. */
    @Test
    void theChartHasTheSameFoldersAndTypes() throws IOException {
        var table = Files.readString(TABLE);
        var rows = ROW.matcher(table).results().collect(Collectors.toMap(row -> row.group(1), row -> row.group(2)));

        assertThat(rows.keySet())
                .containsAll(Stream.of(NodePlatform.values())
                        .map(NodePlatform::label)
                        .toList());
        for (var platform : NodePlatform.values()) {
            var row = rows.getOrDefault(platform.label(), "");
            assertThat(value(row, "binDir").orElse("/opt/cni/bin"))
                    .as(platform.label())
                    .isEqualTo(platform.binDirectory());
            assertThat(value(row, "confDir").orElse("/etc/cni/net.d"))
                    .as(platform.label())
                    .isEqualTo(platform.networkDirectory());
            assertThat(value(row, "chainDir")).as(platform.label()).isEqualTo(platform.auxiliaryDirectory());
            assertThat(value(row, "type")).as(platform.label()).isEqualTo(platform.seLinuxType());
        }
    }

    private static Optional<String> value(String row, String key) {
        var matcher = Pattern.compile(key + ": ([^,\"]+)").matcher(row);
        return matcher.find() ? Optional.of(matcher.group(1).strip()) : Optional.empty();
    }

    private static JsonValue node(String name, String label, String image, String version, String provider) {
        var labels = label == null ? "" : "\"" + label.replace("=", "\":\"") + "\"";
        var spec = provider == null ? "{}" : "{\"providerID\":\"" + provider + "\"}";
        var node = """
                {"metadata":{"name":"%s","labels":{%s}},"spec":%s,
                 "status":{"nodeInfo":{"osImage":"%s","kubeletVersion":"%s"}}}""".formatted(name, labels, spec, image, version);
        return JsonValue.read(
                        node.getBytes(StandardCharsets.UTF_8),
                        JsonLimits.ofLength(4 << 20).build())
                .orElse(reason -> {
                    throw new AssertionError(reason);
                });
    }
}
