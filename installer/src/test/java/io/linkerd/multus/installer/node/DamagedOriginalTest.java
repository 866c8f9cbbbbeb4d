// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.service.files.FileCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of the mode chained where a disk has lost what was kept beside the journal. */
class DamagedOriginalTest {
    private static final String ENTRY = "{\"type\":\"linkerd-cni\"}";
    private static final String LIST = "{\"name\":\"cbr0\",\"plugins\":[{\"type\":\"flannel\",\"n\":1.0}]}\n";
    private static final String SINGLE = "{ \"cniVersion\": \"0.3.1\", \"name\": \"ovn\", \"type\": \"ovn\" }";

    @TempDir
    private Path root;

    private FakeCluster cluster;
    private FakeNode node;
    private Workbench bench;

    @BeforeEach
    void makeNode() throws Exception {
        cluster = new FakeCluster();
        node = new FakeNode(root, cluster);
        Files.delete(file("10-bridge.conflist"));
        bench = Workbench.chaining(node, FileCalls.ofTheSystem(), ENTRY);
    }

    @AfterEach
    void stopApi() throws IOException {
        cluster.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"name\":"})
    void aListWhoseOriginalIsDamagedLosesThePluginAllTheSame(String left) throws Exception {
        Files.writeString(file("10-flannel.conflist"), LIST);
        var before = node.picture();
        assertThat(bench.install("1")).isTrue();
        for (var original : originals()) {
            Files.writeString(original, left);
        }

        assertThat(bench.remove()).isTrue();

        assertThat(bench.failures()).isEmpty();
        assertThat(node.picture()).isEqualTo(before);
    }

    @Test
    void aListWhoseOriginalIsGoneLosesThePluginAllTheSame() throws Exception {
        Files.writeString(file("10-flannel.conflist"), LIST);
        var before = node.picture();
        assertThat(bench.install("1")).isTrue();
        for (var original : originals()) {
            Files.delete(original);
        }

        assertThat(bench.remove()).isTrue();

        assertThat(node.picture()).isEqualTo(before);
    }

    /** The node keeps its network, and the text is in it for whoever wants the file itself back. */
    @Test
    void aConvertedListWhoseOriginalIsDamagedStaysWithoutThePlugin() throws Exception {
        Files.writeString(file("20-ovn.conf"), SINGLE);
        assertThat(bench.install("1")).isTrue();
        for (var original : originals()) {
            Files.writeString(original, "");
        }

        assertThat(bench.remove()).isTrue();

        assertThat(Files.readString(file("20-ovn.conflist"))).contains(SINGLE).doesNotContain("linkerd-cni");
        assertThat(file("20-ovn.conf")).doesNotExist();
        assertThat(node.host(FakeNode.PLUGIN)).doesNotExist();
    }

    @Test
    void aSingleNetworkWhoseListIsGoneAndWhoseOriginalIsDamagedIsAskedFor() throws Exception {
        Files.writeString(file("20-ovn.conf"), SINGLE);
        assertThat(bench.install("1")).isTrue();
        for (var original : originals()) {
            Files.writeString(original, "");
        }
        Files.delete(file("20-ovn.conflist"));

        bench.install("1");

        assertThat(bench.obstacles("1"))
                .anyMatch(obstacle -> obstacle.startsWith("/etc/cni/net.d/20-ovn.conf cannot be given back")
                        && obstacle.contains("have its owner write it again"));
        Files.writeString(file("20-ovn.conf"), SINGLE);
        assertThat(bench.install("1")).isTrue();
        assertThat(Files.readString(file("20-ovn.conflist"))).contains(SINGLE, ENTRY);
        assertThat(bench.remove()).isTrue();
        assertThat(Files.readString(file("20-ovn.conf"))).isEqualTo(SINGLE);
    }

    private List<Path> originals() throws IOException {
        try (var files = Files.list(node.host("/var/lib/linkerd-multus"))) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith("original-"))
                    .toList();
        }
    }

    private Path file(String name) {
        return node.host(FakeNode.NETWORKS + "/" + name);
    }
}
