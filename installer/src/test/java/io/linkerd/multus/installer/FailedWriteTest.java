// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.health.Readiness;
import io.linkerd.multus.installer.lifecycle.InstallerHealth;
import io.linkerd.multus.installer.lifecycle.InstallerThreads;
import io.linkerd.multus.installer.settings.InstallerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** What people are told while a file cannot be written. */
class FailedWriteTest {
    private static final String LIST = FakeNode.NETWORKS + "/10-bridge.conflist";
    private static final int TRIES = 4;

    @TempDir
    private Path root;

    private final Logger logger = (Logger) LoggerFactory.getLogger(Readiness.class);
    private final ListAppender<ILoggingEvent> seen = new ListAppender<>();
    private final List<Long> tries = new CopyOnWriteArrayList<>();
    private FakeCluster cluster;
    private FakeNode node;

    @BeforeEach
    void start() throws Exception {
        cluster = new FakeCluster();
        node = new FakeNode(root, cluster);
        Files.writeString(node.host(LIST), "{\"name\":\"n\",\"plugins\":[{\"type\":\"bridge\"}]}");
        seen.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(seen);
    }

    @AfterEach
    void end() {
        logger.detachAppender(seen);
        logger.setLevel(null); // its parent's
        cluster.close();
    }

    /** From the second try on it was told as undone by another process, twice a try. */
    @ParameterizedTest
    @CsvSource({"/opt/cni/bin", FakeNode.NETWORKS})
    void aFirstWriteThatFailsIsTakenForNoDeletion(String folder) throws Exception {
        var disk = new FullDisk(node.host(folder), tries);
        try (var context = InstallerApplication.assemble(chained(), disk)) {
            var threads = context.getBean(InstallerThreads.class);
            var health = context.getBean(InstallerHealth.class);
            threads.start();
            await().until(() -> tries.size() > TRIES);
            assertThat(told()).noneMatch(line -> line.contains("another process"));
            assertThat(told().stream().filter(line -> line.contains("No space left")))
                    .hasSize(1);

            disk.heal();

            await().atMost(Duration.ofSeconds(20))
                    .until(() -> health.whyNotReady().isEmpty());
            assertThat(health.metrics()).doesNotContain("linkerd_multus_installer_repairs_total{");
            threads.leave();
        }
    }

    /** Each try told both, that it was deleted and that it could not be written. */
    @Test
    void aRepairThatFailsIsToldOnce() throws Exception {
        var disk = new FullDisk(node.host("/opt/cni/bin"), tries);
        disk.heal();
        try (var context = InstallerApplication.assemble(chained(), disk)) {
            var threads = context.getBean(InstallerThreads.class);
            var health = context.getBean(InstallerHealth.class);
            threads.start();
            await().until(() -> health.whyNotReady().isEmpty());
            tries.clear();
            disk.fill();

            Files.delete(node.host(FakeNode.PLUGIN));

            await().until(() -> tries.size() > TRIES);
            assertThat(told().stream().filter(line -> line.contains("was deleted by another process")))
                    .hasSize(1);
            assertThat(told().stream().filter(line -> line.contains("No space left")))
                    .hasSize(1);
            threads.leave();
        }
    }

    private InstallerSettings chained() throws Exception {
        return InstallerSettings.read(node.environment(
                "LINKERD_MULTUS_MODE=chained",
                "LINKERD_MULTUS_NETWORK_DIR=" + FakeNode.NETWORKS,
                "CNI_NETWORK_CONFIG={\"type\":\"linkerd-cni\"}"));
    }

    private List<String> told() {
        synchronized (seen) { // as those are who append
            return seen.list.stream()
                    .map(event -> String.valueOf(event.getKeyValuePairs()))
                    .toList();
        }
    }
}
