// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.platforms.NodePlatform;
import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.network.NetworkFinder;
import io.linkerd.multus.installer.node.network.NetworkReader;
import io.linkerd.multus.installer.node.network.PluginConfiguration;
import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.Ownership;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DesiredNetworksTest {
    private static final Ownership SOMEBODY = new Ownership(4711, 4711, 0);

    @TempDir
    private Path root;

    /** Whoever writes in place empties the file first, and the network is there a moment later. */
    @Test
    void tellsOfAHalfWrittenNetworkOnceItHasLastedAndNotBefore() throws Exception {
        try (var cluster = new FakeCluster()) {
            var node = new FakeNode(root, cluster);
            var list = node.host(FakeNode.NETWORKS + "/10-bridge.conflist");
            Files.writeString(list, "");
            var told = new ArrayList<String>();
            var nanos = new AtomicLong();
            var networks = networks(node, told, nanos::get);

            var first = networks.add(withPluginAndKubeconfig(), NodePlatform.KUBERNETES, Journal.EMPTY);
            nanos.addAndGet(Lasting.LONG.toNanos() - 1);
            Files.writeString(list, "{\"plugins\":[");
            var second = networks.add(withPluginAndKubeconfig(), NodePlatform.KUBERNETES, Journal.EMPTY);

            assertThat(first.problems()).isEmpty();
            assertThat(first.unsettled()).contains(Lasting.LONG);
            assertThat(first.isWaiting()).isTrue();
            assertThat(second.problems()).isEmpty();
            assertThat(told).isEmpty();

            nanos.addAndGet(second.unsettled().orElseThrow().toNanos());
            var third = networks.add(withPluginAndKubeconfig(), NodePlatform.KUBERNETES, Journal.EMPTY);

            assertThat(third.problems()).singleElement().asString().contains("10-bridge.conflist is no network");
            assertThat(third.unsettled()).isEmpty();
            assertThat(told)
                    .containsExactly("NetworkLeftAlone: " + third.problems().getFirst());
        }
    }

    /** Who looks at the node sees no readiness. */
    @Test
    void tellsTheNodeOfAListThatCouldNotBeGivenBackToItsOwner() throws Exception {
        try (var cluster = new FakeCluster()) {
            var node = new FakeNode(root, cluster);
            Files.writeString(
                    node.host(FakeNode.NETWORKS + "/10-bridge.conflist"), "{\"plugins\":[{\"type\":\"bridge\"}]}");
            var told = new ArrayList<String>();
            var networks = networks(node, told, System::nanoTime);

            var desired = networks.add(withPluginAndKubeconfig(), NodePlatform.KUBERNETES, Journal.EMPTY);

            assertThat(desired.networks()).isEmpty();
            assertThat(desired.problems()).singleElement().asString().contains("it belongs to user and group");
            assertThat(told)
                    .containsExactly("NetworkLeftAlone: " + desired.problems().getFirst());
        }
    }

    /** What is wrong with one network for good held up whatever else was to be given back. */
    @Test
    void waitsForNothingWhereOnlyOneNetworkIsInTrouble() throws Exception {
        try (var cluster = new FakeCluster()) {
            var node = new FakeNode(root, cluster);
            Files.writeString(
                    node.host(FakeNode.NETWORKS + "/10-bridge.conflist"), "{\"plugins\":[{\"type\":\"bridge\"}]}");
            Files.writeString(node.host(FakeNode.NETWORKS + "/20-broken.conflist"), "{");
            Files.writeString(node.host(FakeNode.NETWORKS + "/05-first.json"), "{\"name\":\"n\",\"type\":\"a\"}");
            var nanos = new AtomicLong();
            var networks = networks(node, new ArrayList<>(), nanos::get);
            networks.add(withPluginAndKubeconfig(), NodePlatform.KUBERNETES, Journal.EMPTY);
            nanos.addAndGet(Lasting.LONG.toNanos());

            var desired = networks.add(withPluginAndKubeconfig(), NodePlatform.KUBERNETES, Journal.EMPTY);

            assertThat(desired.problems()).hasSize(3);
            assertThat(desired.isWaiting()).isFalse();
            assertThat(desired.untouched())
                    .containsExactlyInAnyOrder(
                            FakeNode.NETWORKS + "/05-first.json",
                            FakeNode.NETWORKS + "/10-bridge.conflist", // SOMEBODY could not be given it back
                            FakeNode.NETWORKS + "/20-broken.conflist");
        }
    }

    @Test
    void waitsWhereThereIsNoNetworkAtAll() throws Exception {
        try (var cluster = new FakeCluster()) {
            var node = new FakeNode(root, cluster);
            Files.delete(node.host(FakeNode.NETWORKS + "/10-bridge.conflist"));
            var networks = networks(node, new ArrayList<>(), System::nanoTime);

            var desired = networks.add(withPluginAndKubeconfig(), NodePlatform.KUBERNETES, Journal.EMPTY);

            assertThat(desired.problems()).singleElement().asString().contains("waiting for a network");
            assertThat(desired.isWaiting()).isTrue();
        }
    }

    /** MicroK8s links the usual folder to its own, which is mounted nowhere: the cure that was told changed nothing. */
    @Test
    void aFolderOfNetworksThatIsALinkOutOfWhatIsMountedIsToldWithItsTarget() throws Exception {
        try (var cluster = new FakeCluster()) {
            var node = new FakeNode(root, cluster);
            var target = "/var/snap/microk8s/current/args/cni-network";
            Files.delete(node.host(FakeNode.NETWORKS + "/10-bridge.conflist"));
            Files.delete(node.host(FakeNode.NETWORKS));
            Files.createSymbolicLink(node.host(FakeNode.NETWORKS), Path.of(target));
            var mounts = Files.writeString(
                    root.resolve("mountinfo"),
                    "36 1 98:0 /etc/cni " + node.host("/etc/cni") + " rw - ext4 /dev/root rw\n");

            var desired = networks(node, new HostRoot(node.host(""), mounts), new ArrayList<>(), System::nanoTime)
                    .add(withPluginAndKubeconfig(), NodePlatform.KUBERNETES, Journal.EMPTY);

            assertThat(desired.problems())
                    .singleElement()
                    .asString()
                    .contains(FakeNode.NETWORKS + " of the host is a link to " + target)
                    .endsWith("set the chart value installer.networkDir=" + target);
        }
    }

    private static DesiredNetworks networks(FakeNode node, List<String> told, LongSupplier nanos) throws Exception {
        return networks(node, new HostRoot(node.host("")), told, nanos);
    }

    private static DesiredNetworks networks(FakeNode node, HostRoot host, List<String> told, LongSupplier nanos)
            throws Exception {
        var settings = InstallerSettings.read(node.environment(
                "LINKERD_MULTUS_MODE=chained",
                "LINKERD_MULTUS_NETWORK_DIR=" + FakeNode.NETWORKS,
                "CNI_NETWORK_CONFIG={\"type\":\"linkerd-cni\"}"));
        return new DesiredNetworks(
                new NetworkFinder(settings, host, new NetworkReader(host), new PluginConfiguration(settings)),
                (reason, note) -> told.add(reason + ": " + note),
                SOMEBODY,
                new Clocks(InstantSource.system(), nanos));
    }

    private static Desired withPluginAndKubeconfig() {
        var files = Stream.of(EntryKind.PLUGIN, EntryKind.KUBECONFIG)
                .map(kind -> new DesiredFile("/opt/" + kind, new Content.Text(""), SOMEBODY, kind))
                .toList();
        return new Desired(EntryOwner.DAEMON, Optional.of(NodePlatform.KUBERNETES), files, List.of(), List.of());
    }
}
