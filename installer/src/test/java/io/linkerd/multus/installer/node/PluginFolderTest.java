// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.platforms.NodePlatform;
import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.kube.NodeEvents;
import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.installer.platform.Recognition;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.clocks.Clocks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginFolderTest {
    private static final Recognition PLAIN = new Recognition(NodePlatform.KUBERNETES, "nothing tells of another");

    @TempDir
    private Path root;

    private final FakeCluster cluster = new FakeCluster();
    private final AtomicLong nanos = new AtomicLong();
    private final List<String> told = new ArrayList<>();
    private FakeNode node;

    @BeforeEach
    void aNode() throws Exception {
        node = new FakeNode(root, cluster);
    }

    @AfterEach
    void end() {
        cluster.close();
    }

    /** Each new node, whose network comes after the installer, had an Event that called its platform unfit. */
    @Test
    void aFolderThatIsMissingIsToldOnceItHasBeenForAMinute() throws Exception {
        var folder = folder(new HostRoot(node.host("")));
        Files.delete(node.host("/opt/cni/bin/bridge"));
        Files.delete(node.host("/opt/cni/bin"));

        assertThat(folder.of(PLAIN)).isInstanceOf(Result.Not.class);
        pass(PluginFolder.LONG.minusNanos(1));
        assertThat(folder.of(PLAIN)).isInstanceOf(Result.Not.class);
        assertThat(told).isEmpty();

        pass(Duration.ofNanos(1));
        folder.of(PLAIN);
        assertThat(told).singleElement().asString().startsWith("/opt/cni/bin is not there on the node");
    }

    @Test
    void aFolderThatComesWithinTheMinuteIsNeverTold() throws Exception {
        var folder = folder(new HostRoot(node.host("")));
        Files.delete(node.host("/opt/cni/bin/bridge"));
        Files.delete(node.host("/opt/cni/bin"));
        folder.of(PLAIN);

        Files.createDirectory(node.host("/opt/cni/bin"));
        pass(PluginFolder.LONG);

        assertThat(folder.of(PLAIN)).isEqualTo(new Result.Ok<>("/opt/cni/bin"));
        Files.delete(node.host("/opt/cni/bin"));
        folder.of(PLAIN);
        assertThat(told).isEmpty();
    }

    /** That does not change by itself. Nodes of Google Distributed Cloud look like GKE's, and were told to be of it. */
    @Test
    void aFolderThatIsNotMountedIsToldAtOnce() throws Exception {
        var mounts = Files.writeString(
                root.resolve("mountinfo"), "36 1 98:0 /opt " + node.host("/opt") + " rw - ext4 /dev/root rw\n");

        assertThat(folder(new HostRoot(node.host(""), mounts))
                        .of(new Recognition(NodePlatform.GKE, "its kubelet is of gke")))
                .isInstanceOf(Result.Not.class);
        assertThat(told)
                .singleElement()
                .asString()
                .contains(
                        "global.platform=gke, or kubernetes on Google Distributed Cloud;",
                        "a LinkerdMultus has no such value");
    }

    private PluginFolder folder(HostRoot host) throws Exception {
        NodeEvents events = (_, note) -> told.add(note);
        return new PluginFolder(
                InstallerSettings.read(node.environment()),
                host,
                events,
                new Clocks(InstantSource.system(), nanos::get));
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
