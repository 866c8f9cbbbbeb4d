// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.lifecycle.InstallerHealth;
import io.linkerd.multus.installer.lifecycle.InstallerThreads;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.micronaut.context.ApplicationContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In Linkerd's own DaemonSet, of which only the image is another: its variables, its two folders of the node, and none of ours. */
class DropInTest {
    private static final String LIST = "{\"name\":\"n\",\"plugins\":[{\"type\":\"bridge\"}]}";
    private static final String KUBECONFIG = FakeNode.NETWORKS + "/ZZZ-linkerd-cni-kubeconfig";
    private static final String STATE = FakeNode.NETWORKS + "/.linkerd-multus";

    @TempDir
    private Path root;

    private FakeCluster cluster;
    private FakeNode node;
    private Path list;

    @BeforeEach
    void makeNode() throws IOException {
        cluster = new FakeCluster();
        node = new FakeNode(root, cluster);
        Files.delete(node.host("/var/lib/linkerd-multus"));
        Files.delete(node.host("/var/lib"));
        Files.delete(node.host("/var"));
        list = node.host(FakeNode.NETWORKS + "/10-bridge.conflist");
        Files.writeString(list, LIST);
    }

    @AfterEach
    void stopApi() throws IOException {
        cluster.close();
    }

    @Test
    void doesWhatLinkerdsInstallerDoesAndRemovesItWhenItIsTold() throws Exception {
        var before = node.picture();
        try (var context = start()) {
            assertThat(list)
                    .content()
                    .endsWith("{\"type\":\"bridge\"},{\"type\":\"linkerd-cni\"," + "\"kubernetes\":{\"kubeconfig\":\""
                            + KUBECONFIG + "\"}}]}");
            assertThat(node.host(KUBECONFIG)).content().contains(FakeCluster.OWN_TOKEN, "linkerd-cni-context");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(node.host(KUBECONFIG))))
                    .isEqualTo("rw-------");
            assertThat(node.host(FakeNode.PLUGIN)).content().isEqualTo(FakeNode.script("1"));
            assertThat(node.host(STATE)).isDirectory();

            context.getBean(InstallerThreads.class).leave();
        }
        assertThat(node.picture()).isEqualTo(before);
    }

    /**
     * Runtimes load files of their suffixes, and since libcni 1.3 those called {@code *.conf} in a folder that has a network's name, which
     * never begins with a dot.
     */
    @Test
    void keepsNothingThatARuntimeWouldLoadBesideTheConfiguration() throws Exception {
        try (var context = start()) {
            assertThat(networksBelow(node.host(FakeNode.NETWORKS), 1)).containsExactly("10-bridge.conflist");
            assertThat(networksBelow(node.host(STATE), 2)).isEmpty();
            assertThat(node.host(STATE)).isNotEmptyDirectory();
            context.getBean(InstallerThreads.class).leave();
        }
    }

    /** The token is its own and the folders are said: it needs nothing that only the API could tell. */
    @Test
    void waitsForNoAnswerOfTheApi() throws Exception {
        Files.delete(node.host("/opt/cni/bin/bridge")); // nor do the node's own plugins tell what it runs
        cluster.become(FakeCluster.Health.HANGING);
        try (var context = start()) {
            assertThat(list).content().contains("\"linkerd-cni\"");
            context.getBean(InstallerThreads.class).leave();
        }
    }

    @Test
    void followsTheTokenOfItsPod() throws Exception {
        try (var context = start()) {
            Files.writeString(node.pod("account").resolve("next"), "another.projected.token");
            Files.move(
                    node.pod("account").resolve("next"),
                    node.pod("account").resolve("token"),
                    StandardCopyOption.REPLACE_EXISTING);

            await().pollInterval(Duration.ofMillis(10))
                    .untilAsserted(
                            () -> assertThat(node.host(KUBECONFIG)).content().contains("another.projected.token"));
            context.getBean(InstallerThreads.class).leave();
        }
    }

    @Test
    void staysWhereItIsToldTo() throws Exception {
        try (var context = start("LINKERD_MULTUS_ON_STOP", "stay")) {
            var installed = node.picture();
            context.getBean(InstallerThreads.class).leave();
            assertThat(node.picture()).isEqualTo(installed);
        }
        try (var context = start()) {
            context.getBean(InstallerThreads.class).leave();
        }
        assertThat(list).content().isEqualTo(LIST);
        assertThat(node.host(STATE)).doesNotExist();
    }

    /** The names of those that look like networks. */
    private static List<String> networksBelow(Path folder, int depth) throws IOException {
        try (var files = Files.find(folder, depth, (file, _) -> file.toString().matches(".*\\.conf(list)?"))) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }

    private ApplicationContext start(String... more) throws Exception {
        var environment = new HashMap<>(Map.of(
                "CONTAINER_MOUNT_PREFIX",
                root.resolve("host").toString(),
                "CONTAINER_CNI_BIN_DIR",
                root.resolve("source").toString(),
                "DEST_CNI_NET_DIR",
                FakeNode.NETWORKS,
                "DEST_CNI_BIN_DIR",
                "/opt/cni/bin",
                "SLEEP",
                "true",
                "CNI_NETWORK_CONFIG",
                "{\"type\":\"linkerd-cni\",\"kubernetes\":{\"kubeconfig\":\"__KUBECONFIG_FILEPATH__\"}}",
                "KUBERNETES_SERVICE_HOST",
                "127.0.0.1",
                "KUBERNETES_SERVICE_PORT",
                String.valueOf(cluster.port()),
                "LINKERD_MULTUS_SERVICE_ACCOUNT_DIR",
                root.resolve("account").toString(),
                "LINKERD_MULTUS_HEALTH_PORT",
                "0"));
        Files.writeString(root.resolve("account/namespace"), "linkerd-cni");
        for (int at = 0; at < more.length; at += 2) {
            environment.put(more[at], more[at + 1]);
        }
        var context = InstallerApplication.assemble(InstallerSettings.read(environment));
        context.getBean(InstallerThreads.class).start();
        var health = context.getBean(InstallerHealth.class);
        await().pollInterval(Duration.ofMillis(10))
                .untilAsserted(() -> assertThat(health.whyNotReady()).isEmpty());
        return context;
    }
}
