// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.lifecycle.InstallerHealth;
import io.linkerd.multus.installer.lifecycle.InstallerThreads;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.departure.DaemonSetWatch;
import io.micronaut.context.ApplicationContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the installer can be put together from its settings, and runs. */
class InstallerTest {
    @TempDir
    private Path root;

    @Test
    void becomesReadyOnANodeThatIsNothingSpecial() throws Exception {
        try (var cluster = new FakeCluster();
                var context = InstallerApplication.assemble(
                        InstallerSettings.read(new FakeNode(root, cluster).environment()))) {
            var threads = context.getBean(InstallerThreads.class);
            var health = context.getBean(InstallerHealth.class);
            assertThat(health.whyNotReady()).contains("the installer has just started");

            threads.start();

            await().pollInterval(Duration.ofMillis(10))
                    .untilAsserted(() -> assertThat(health.whyNotReady()).isEmpty());
            assertThat(health.whyNotAlive()).isEmpty();
            assertThat(health.metrics())
                    .contains("linkerd_multus_installer_ready 1")
                    .contains("linkerd_multus_installer_last_look_timestamp_seconds ")
                    .contains("linkerd_multus_installer_token_issued_timestamp_seconds ")
                    .contains("linkerd_multus_installer_token_expiry_timestamp_seconds ")
                    .contains("linkerd_multus_installer_private_memory_bytes ");
            threads.leave();
        }
    }

    /** Where the parent is mounted it made the folder, put the plugin there, and was ready, though the node looks elsewhere. */
    @Test
    void makesNoFolderOfPluginsThatTheNodeDoesNotHave() throws Exception {
        try (var cluster = new FakeCluster()) {
            var node = new FakeNode(root, cluster);
            Files.delete(node.host("/opt/cni/bin/bridge"));
            Files.delete(node.host("/opt/cni/bin"));
            try (var context = InstallerApplication.assemble(InstallerSettings.read(node.environment()))) {
                var threads = context.getBean(InstallerThreads.class);
                var health = context.getBean(InstallerHealth.class);
                threads.start();
                await().pollInterval(Duration.ofMillis(10))
                        .untilAsserted(() -> assertThat(health.whyNotReady())
                                .anyMatch(why -> why.startsWith("/opt/cni/bin is not there on the node")));
                assertThat(cluster.events())
                        .noneMatch(event -> event.contains("PlatformUnfit")); // its network makes it
                assertThat(node.host("/opt/cni")).isEmptyDirectory();
                assertThat(node.host(FakeNode.KUBECONFIG)).doesNotExist();

                Files.createDirectory(node.host("/opt/cni/bin"));

                await().pollInterval(Duration.ofMillis(10))
                        .untilAsserted(() -> assertThat(health.whyNotReady()).isEmpty());
                assertThat(node.host(FakeNode.PLUGIN)).exists();
                threads.leave();
            }
        }
    }

    @Test
    void chainsThePluginAndDoesSoAgainWhereTheNetworksOwnerWritesItAnew() throws Exception {
        try (var cluster = new FakeCluster()) {
            var node = new FakeNode(root, cluster);
            var list = node.host(FakeNode.NETWORKS + "/10-bridge.conflist");
            Files.writeString(list, "{\"name\":\"n\",\"plugins\":[{\"type\":\"bridge\"}]}");
            try (var context = InstallerApplication.assemble(InstallerSettings.read(node.environment(
                    "LINKERD_MULTUS_MODE=chained",
                    "LINKERD_MULTUS_NETWORK_DIR=" + FakeNode.NETWORKS,
                    "CNI_NETWORK_CONFIG={\"type\":\"linkerd-cni\"}")))) {
                var threads = context.getBean(InstallerThreads.class);
                var health = context.getBean(InstallerHealth.class);
                threads.start();
                await().pollInterval(Duration.ofMillis(10))
                        .untilAsserted(() -> assertThat(health.whyNotReady()).isEmpty());
                assertThat(list).content().endsWith("{\"type\":\"bridge\"},{\"type\":\"linkerd-cni\"}]}");

                Files.writeString(list, "{\"name\":\"n\",\"plugins\":[{\"type\":\"ptp\"}]}");

                await().pollInterval(Duration.ofMillis(10))
                        .untilAsserted(() ->
                                assertThat(list).content().endsWith("{\"type\":\"ptp\"},{\"type\":\"linkerd-cni\"}]}"));
                await().untilAsserted(
                                () -> assertThat(health.metrics()) // counted after the file is there
                                        .contains(
                                                "linkerd_multus_installer_repairs_total{file=\"/etc/cni/net.d/10-bridge.conflist\"} 1"));
                threads.leave();
            }
        }
    }

    @Test
    void endsItsThreadsWhenItHasLeft() throws Exception {
        try (var cluster = new FakeCluster();
                var context = InstallerApplication.assemble(
                        InstallerSettings.read(new FakeNode(root, cluster).environment()))) {
            var threads = context.getBean(InstallerThreads.class);
            var health = context.getBean(InstallerHealth.class);
            threads.start();
            await().pollInterval(Duration.ofMillis(10))
                    .until(() -> health.whyNotReady().isEmpty());

            threads.leave();

            await().pollInterval(Duration.ofMillis(10))
                    .untilAsserted(() -> assertThat(health.whyNotAlive())
                            .containsExactly(
                                    "the thread node has ended; see the log",
                                    "the thread files has ended; see the log",
                                    "the thread tokens has ended; see the log",
                                    "the thread daemon-set has ended; see the log"));
        }
    }

    /** The keeper stood in a call to a disk that was gone; the pod was alive and ready, and the node left to itself. */
    @Test
    void isNeitherAliveNorReadyWhenTheKeeperHangs() throws Exception {
        var later = new AtomicLong();
        var disk = new AtomicReference<>(new CountDownLatch(0));
        var waiting = new CountDownLatch(1);
        LongSupplier nanos = () -> {
            if (Thread.currentThread().getName().equals("node") && disk.get().getCount() > 0) {
                waiting.countDown();
                assertThatNoException().isThrownBy(disk.get()::await);
            }
            return System.nanoTime() + later.get();
        };
        try (var cluster = new FakeCluster()) {
            var node = new FakeNode(root, cluster);
            var settings = InstallerSettings.read(node.environment());
            try (var context = InstallerApplication.assemble(settings, new Clocks(InstantSource.system(), nanos))) {
                var threads = context.getBean(InstallerThreads.class);
                var health = context.getBean(InstallerHealth.class);
                threads.start();
                await().until(() -> health.whyNotReady().isEmpty());

                disk.set(new CountDownLatch(1)); // the keeper's next call ends when this does
                node.source("2");
                waiting.await();
                assertThat(health.whyNotAlive()).isEmpty();

                later.addAndGet(Duration.ofMinutes(4).toNanos());

                assertThat(health.whyNotReady()).anyMatch(reason -> reason.contains("hangs"));
                assertThat(health.whyNotAlive()).singleElement().asString().contains("hangs");
                disk.get().countDown();
                await().untilAsserted(() -> assertThat(health.whyNotAlive()).isEmpty());
                threads.leave();
            }
        }
    }

    /** It ends when it has its answer, so that its end alone says nothing. */
    @Test
    void isNotAliveWhenAnErrorHasEndedTheThreadThatAsksWhatTheNodeRuns() throws Exception {
        RandomGenerator random = () -> {
            if (Thread.currentThread().getName().equals("platform")) {
                throw new AssertionError("for this test");
            }
            return 42;
        };
        try (var cluster = new FakeCluster();
                var context = InstallerApplication.assemble(
                        InstallerSettings.read(new FakeNode(root, cluster).environment()), random)) {
            cluster.become(FakeCluster.Health.BROKEN);
            var threads = context.getBean(InstallerThreads.class);

            threads.start();

            await().dontCatchUncaughtExceptions()
                    .untilAsserted(() -> assertThat(
                                    context.getBean(InstallerHealth.class).whyNotAlive())
                            .containsExactly("the thread platform has ended; see the log"));
            threads.leave();
        }
    }

    /** It was taken off the first nodes of a rollout, while attachments named it until its end: new pods broke there. */
    @Test
    void keepsTheKubeconfigThatAttachmentsNameStillAfterItsPathHasChanged() throws Exception {
        try (var cluster = new FakeCluster()) {
            var node = new FakeNode(root, cluster);
            var old = node.host(FakeNode.KUBECONFIG);
            var changed = node.host("/etc/cni/other/k");
            var lease = "LINKERD_MULTUS_CONTROLLER_LEASE=linkerd-multus-controller";
            var first = node.environment(lease);
            var next = node.environment(lease, "DEST_CNI_NET_DIR=/etc/cni/other", "KUBECONFIG_FILE_NAME=k");

            cluster.attachmentsName(FakeNode.KUBECONFIG);
            runUntil(() -> Files.exists(old), first);
            runUntil(() -> Files.exists(changed) && sameText(old, changed), next);
            cluster.attachmentsName("/etc/cni/other/k");
            runUntil(() -> Files.notExists(old), next);

            assertThat(changed).exists();
        }
    }

    private static boolean sameText(Path one, Path other) throws IOException {
        return Files.readString(one).equals(Files.readString(other));
    }

    /** The DaemonSet stands, so that what is on the node stays. */
    private static void runUntil(Callable<Boolean> done, Map<String, String> environment) throws Exception {
        try (var context = InstallerApplication.assemble(InstallerSettings.read(environment))) {
            var threads = context.getBean(InstallerThreads.class);
            threads.start();
            await().pollInterval(Duration.ofMillis(10)).until(() -> isReady(context) && done.call());
            threads.leave();
        }
    }

    private static boolean isReady(ApplicationContext context) {
        return context.getBean(InstallerHealth.class).whyNotReady().isEmpty();
    }

    /** Whoever read it hung, and no token was ever asked for. */
    @Test
    void asksForATokenWhereAPipeLiesInPlaceOfTheKubeconfig() throws Exception {
        try (var cluster = new FakeCluster()) {
            var node = new FakeNode(root, cluster);
            var pipe = node.host(FakeNode.KUBECONFIG);
            Files.createDirectories(pipe.resolveSibling(""));
            assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                    .isZero();
            try (var context = InstallerApplication.assemble(InstallerSettings.read(node.environment()))) {
                var threads = context.getBean(InstallerThreads.class);
                threads.start();

                await().until(() -> cluster.minted() > 0);

                threads.leave();
            }
        }
    }

    @Test
    void canBePutTogetherWithoutTheNameOfItsDaemonSetAndWithoutAnAccountForThePlugin() throws Exception {
        try (var cluster = new FakeCluster();
                var context = InstallerApplication.assemble(InstallerSettings.read(new FakeNode(root, cluster)
                        .environment("LINKERD_MULTUS_DAEMON_SET=", "LINKERD_MULTUS_PLUGIN_SERVICE_ACCOUNT=")))) {
            assertThat(context.findBean(DaemonSetWatch.class)).isEmpty();
            assertThat(context.getBean(InstallerThreads.class)).isNotNull();
            assertThat(context.getBean(InstallerHealth.class).metrics())
                    .doesNotContain("token_expiry", "token_issued", "last_look");
        }
    }
}
