// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.kube.DaemonSetWatch;
import io.linkerd.multus.installer.lifecycle.InstallerHealth;
import io.linkerd.multus.installer.lifecycle.InstallerThreads;
import io.linkerd.multus.installer.settings.InstallerSettings;
import java.nio.file.Path;
import java.time.Duration;
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
                    .contains("linkerd_multus_installer_token_expiry_timestamp_seconds ")
                    .contains("linkerd_multus_installer_private_memory_bytes ");
            threads.leave();
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

    @Test
    void canBePutTogetherWithoutTheNameOfItsDaemonSetAndWithoutAnAccountForThePlugin() throws Exception {
        try (var cluster = new FakeCluster();
                var context = InstallerApplication.assemble(InstallerSettings.read(new FakeNode(root, cluster)
                        .environment("LINKERD_MULTUS_DAEMON_SET=", "LINKERD_MULTUS_PLUGIN_SERVICE_ACCOUNT=")))) {
            assertThat(context.findBean(DaemonSetWatch.class)).isEmpty();
            assertThat(context.getBean(InstallerThreads.class)).isNotNull();
            assertThat(context.getBean(InstallerHealth.class).metrics()).doesNotContain("token_expiry");
        }
    }
}
