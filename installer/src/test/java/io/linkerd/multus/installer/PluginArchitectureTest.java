// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.lifecycle.InstallerHealth;
import io.linkerd.multus.installer.lifecycle.InstallerThreads;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.files.ElfPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plugin that the node's kernel cannot start: the node was ready, and every pod's start failed with "exec format error". */
class PluginArchitectureTest {
    private static final String LIST = FakeNode.NETWORKS + "/10-bridge.conflist";
    private static final String THEIRS = "{\"name\":\"n\",\"plugins\":[{\"type\":\"bridge\"}]}";

    @TempDir
    private Path root;

    @Test
    void aPluginForAnotherArchitectureIsNotPutThere() throws Exception {
        try (var cluster = new FakeCluster()) {
            var node = new FakeNode(root, cluster);
            Files.writeString(node.host(LIST), THEIRS);
            var source = node.pod("source").resolve("linkerd-cni");
            Files.write(source, ElfPrograms.forAnotherMachine(ElfPrograms.dynamically()));
            try (var context = InstallerApplication.assemble(InstallerSettings.read(node.environment(
                    "LINKERD_MULTUS_MODE=chained",
                    "LINKERD_MULTUS_NETWORK_DIR=" + FakeNode.NETWORKS,
                    "CNI_NETWORK_CONFIG={\"type\":\"linkerd-cni\"}")))) {
                var threads = context.getBean(InstallerThreads.class);
                var health = context.getBean(InstallerHealth.class);
                threads.start();
                await().until(() -> health.whyNotReady().stream()
                        .anyMatch(reason -> reason.contains(source
                                + " is a program for " + ElfPrograms.foreign() + ", and this node runs programs for "
                                + ElfPrograms.own())));
                await().until(() -> cluster.events().stream().anyMatch(event -> event.contains("PluginUnfit")));
                assertThat(node.host(FakeNode.PLUGIN)).doesNotExist();
                assertThat(node.host(LIST)).hasContent(THEIRS);

                Files.write(source, ElfPrograms.statically(ElfPrograms.own()));

                await().until(() -> health.whyNotReady().isEmpty());
                assertThat(Files.readString(node.host(LIST))).contains("linkerd-cni");
                threads.leave();
            }
        }
    }
}
