// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.service.files.FileCalls;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The daemon beside a network that is no network any more, as the product puts it together. */
class InvalidNetworkTest {
    private static final String LIST = "{\"name\":\"cbr0\",\"plugins\":[{\"type\":\"flannel\"}]}\n";
    private static final String SINGLE = "{\"name\":\"ovn\",\"type\":\"ovn\"}";

    @TempDir
    private Path root;

    private FakeCluster cluster;
    private FakeNode node;

    @BeforeEach
    void makeNode() throws Exception {
        cluster = new FakeCluster();
        node = new FakeNode(root, cluster);
        Files.delete(file("10-bridge.conflist"));
        for (var name : new String[] {"10-first.conflist", "20-broken.conflist", "30-last.conflist"}) {
            Files.writeString(file(name), LIST);
        }
        Files.writeString(file("40-single.conf"), SINGLE);
    }

    @AfterEach
    void stopApi() {
        cluster.close();
    }

    @Test
    void anInvalidNetworkKeepsNoOtherFromItsEnd() throws Exception {
        var environment = Scene.CHAINED.environment(node);
        try (var life = new Life(environment, FileCalls.ofTheSystem())) {
            assertThat(life.keep()).isTrue();
            Files.writeString(file("20-broken.conflist"), "{\"plugins\":[{\"type\":\"linkerd-cni\"");

            life.leave();
        }

        assertThat(Files.readString(file("10-first.conflist"))).isEqualTo(LIST);
        assertThat(Files.readString(file("30-last.conflist"))).isEqualTo(LIST);
        assertThat(Files.readString(file("40-single.conf"))).isEqualTo(SINGLE);
        assertThat(file("40-single.conflist")).doesNotExist();
        assertThat(node.host(FakeNode.PLUGIN)).exists();
        assertThat(node.host("/var/lib/linkerd-multus/journal.json")).exists();
    }

    private Path file(String name) {
        return node.host(FakeNode.NETWORKS + "/" + name);
    }
}
