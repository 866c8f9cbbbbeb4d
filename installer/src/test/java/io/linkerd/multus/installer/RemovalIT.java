// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.lifecycle.InstallerHealth;
import io.linkerd.multus.installer.lifecycle.InstallerThreads;
import io.linkerd.multus.installer.node.LockedElsewhere;
import io.linkerd.multus.installer.node.NodeRemoval;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.files.ForwardingFileCalls;
import io.micronaut.context.ApplicationContext;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands in the way of a removal for a while. */
class RemovalIT {
    private static final Duration LONGER_THAN_A_LOOK_WAITS = Duration.ofMillis(5500);
    private static final Duration LONGER_THAN_A_MOMENT = Duration.ofSeconds(4);
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    private Path root;

    /** How often the journal cannot be removed from now on. */
    private final AtomicInteger refusals = new AtomicInteger();

    private FakeCluster cluster;
    private FakeNode node;
    private ApplicationContext context;

    @BeforeEach
    void install() throws Exception {
        cluster = new FakeCluster();
        node = new FakeNode(root, cluster);
        context = InstallerApplication.assemble(
                InstallerSettings.read(node.environment()),
                refusing(node.host("/var/lib/linkerd-multus/journal.json"), refusals));
        var threads = context.getBean(InstallerThreads.class);
        threads.start();
        await().until(() -> context.getBean(InstallerHealth.class).whyNotReady().isEmpty());
        context.getBean(Wakeups.class).stop();
        threads.awaitEnd();
        assertThat(node.host(FakeNode.PLUGIN)).exists();
    }

    @AfterEach
    void end() {
        context.close();
        cluster.close();
    }

    /** After five seconds it gave up, and all that is ours stayed on the node for good. */
    @Test
    void waitsForItsTurnUntilNearTheEndOfItsTime() throws Exception {
        Thread removal;
        try (var other = new LockedElsewhere(node.host("/var/lib/linkerd-multus/changing"), "another process")) {
            assertThat(other.isLocked()).isTrue();
            removal = removal();
            assertThat(removal.join(LONGER_THAN_A_LOOK_WAITS)).isFalse();
        }

        assertThat(removal.join(LONG)).isTrue();
        assertThat(node.host(FakeNode.PLUGIN)).doesNotExist();
        assertThat(node.host(FakeNode.KUBECONFIG)).doesNotExist();
    }

    /** What could not be given back within two seconds and a half stayed for good. */
    @Test
    void triesAgainUntilNearTheEndOfItsTime() throws Exception {
        Files.delete(node.host(FakeNode.PLUGIN));
        Files.createDirectory(node.host(FakeNode.PLUGIN)); // in the way
        var removal = removal();
        assertThat(removal.join(LONGER_THAN_A_MOMENT)).isFalse();

        // It held the turn all the time, for longer than a verb waits.
        try (var verb = new LockedElsewhere(node.host("/var/lib/linkerd-multus/changing"))) {
            assertThat(verb.isLocked()).isTrue();
            assertThat(removal.isAlive()).isTrue();
        }
        Files.delete(node.host(FakeNode.PLUGIN));

        assertThat(removal.join(LONG)).isTrue();
        assertThat(node.host("/var/lib/linkerd-multus")).isEmptyDirectory();
    }

    /** The first time ended the removal, and the second one its thread: journal and locks stayed, and no line said so. */
    @Test
    void triesAgainWhereTheJournalCannotBeRemoved() throws Exception {
        refusals.set(2);

        assertThat(removal().join(LONG)).isTrue();

        assertThat(refusals).hasNegativeValue();
        assertThat(node.host("/var/lib/linkerd-multus")).isEmptyDirectory();
    }

    private static FileCalls refusing(Path file, AtomicInteger times) {
        return new ForwardingFileCalls() {
            @Override
            public boolean delete(Path path) throws IOException {
                if (file.equals(path) && times.getAndDecrement() > 0) {
                    throw new FileSystemException(file.toString(), null, "Input/output error");
                }
                return super.delete(path);
            }
        };
    }

    private Thread removal() {
        var removal = context.getBean(NodeRemoval.class);
        return Thread.ofPlatform().start(() -> {
            try {
                removal.run(Duration.ZERO);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
