// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.installer.health.Metrics;
import io.linkerd.multus.service.clocks.Wakeups;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryWatchTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    private Path root;

    private final AtomicBoolean exhausted = new AtomicBoolean(true);
    private final Wakeups wakeups = new Wakeups();
    private final Metrics metrics = new Metrics();
    private final DirectoryWatch watch = new DirectoryWatch(
            wakeups,
            metrics,
            () -> {
                if (exhausted.get()) {
                    throw new IOException("User limit of inotify instances reached or too many open files");
                }
                return FileSystems.getDefault().newWatchService();
            },
            Duration.ofMillis(20));
    private Thread thread;

    @BeforeEach
    void start() {
        thread = Thread.ofVirtual().start(watch);
    }

    @AfterEach
    void stop() throws InterruptedException {
        thread.interrupt();
        thread.join();
    }

    /** The installer ended, and was started again, and ended: other pods had taken all inotify instances of the node. */
    @Test
    void pollsWhereTheNodeHasNoInotifyInstanceLeft() throws Exception {
        watch.follow(Set.of(root));

        assertThat(wakeups.await(LONG)).isTrue();
        assertThat(wakeups.await(LONG)).isTrue();
        assertThat(metrics.text()).contains("linkerd_multus_installer_watching 0");
    }

    @Test
    void watchesAgainOnceThereIsAnInstance() throws Exception {
        watch.follow(Set.of(root));
        assertThat(wakeups.await(LONG)).isTrue();

        exhausted.set(false);

        await().until(() -> {
            watch.follow(Set.of(root));
            return metrics.text().contains("linkerd_multus_installer_watching 1");
        });
        await().until(() -> !wakeups.await(Duration.ofMillis(200))); // polls no more
        Files.createFile(root.resolve("new"));
        assertThat(wakeups.await(LONG)).isTrue();
    }
}
