// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.service.clocks.Wakeups;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The loop with the kernel's own watch; what it misses would be found after 30 s, which no test waits for. */
class ConfigLoopIT {
    private static final Duration SOON = Duration.ofSeconds(15);

    @TempDir
    private Path root;

    private final Wakeups wakeups = new Wakeups();
    private final CompletableFuture<ConfigLoop.End> end = new CompletableFuture<>();
    private NodeFolders node;

    @BeforeEach
    void makeNode() throws IOException {
        node = new NodeFolders(root, "\"readinessindicatorfile\":\"" + root.resolve("ready") + "\"");
        Files.createFile(node.ready);
    }

    @AfterEach
    void stop() throws Exception {
        wakeups.stop();
        assertThat(end()).isNotNull();
    }

    @Test
    void aPrimaryThatComesLaterIsTakenAtOnce() throws Exception {
        start();
        eventually(() -> node.keeper.state() instanceof ConfigState.Missing);

        node.with("10-a.conf", NodeFolders.PTP);

        eventually(() -> Files.exists(node.written));
    }

    @Test
    void aConfigurationThatIsRemovedIsThereAgain() throws Exception {
        node.with("10-a.conf", NodeFolders.PTP);
        start();
        eventually(() -> node.keeper.state() instanceof ConfigState.InForce);

        Files.delete(node.written);

        eventually(() -> Files.exists(node.written));
    }

    @Test
    void aFolderThatIsMadeAnewIsWatchedAnew() throws Exception {
        node.with("10-a.conf", NodeFolders.PTP);
        start();
        eventually(() -> node.keeper.state() instanceof ConfigState.InForce);
        var aside = root.resolve("aside");
        Files.move(node.folder, aside);
        Files.createDirectories(node.folder);
        eventually(() -> Files.exists(node.written));

        node.with("05-b.conf", NodeFolders.PTP);

        eventually(() -> node.text().contains("05-b.conf"));
    }

    @Test
    void endsWithTheReadinessIndicatorFile() throws Exception {
        node.with("10-a.conf", NodeFolders.PTP);
        start();
        eventually(() -> node.keeper.state() instanceof ConfigState.InForce);

        Files.delete(node.ready);

        assertThat(end()).isEqualTo(ConfigLoop.End.READINESS_FILE_REMOVED);
        assertThat(node.written).doesNotExist();
    }

    @Test
    void theConfigurationStaysWhenTheLoopIsStopped() throws Exception {
        node.with("10-a.conf", NodeFolders.PTP);
        start();
        eventually(() -> node.keeper.state() instanceof ConfigState.InForce);

        wakeups.stop();

        assertThat(end()).isEqualTo(ConfigLoop.End.STOPPED);
        assertThat(node.written).exists();
    }

    private void start() {
        Thread.ofPlatform().start(() -> {
            try {
                end.complete(ConfigLoop.run(node.keeper, wakeups, new Random(1)));
            } catch (InterruptedException | RuntimeException | Error e) {
                end.completeExceptionally(e);
            }
        });
    }

    private ConfigLoop.End end() throws ExecutionException, InterruptedException, TimeoutException {
        return end.get(SOON.toSeconds(), TimeUnit.SECONDS);
    }

    private static void eventually(Callable<Boolean> condition) {
        await().atMost(SOON).pollInterval(Duration.ofMillis(2)).until(condition);
    }
}
