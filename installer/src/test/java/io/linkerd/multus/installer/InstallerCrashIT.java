// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The real process, killed and stopped at seeded moments, with somebody who reads the node's files all the while. */
@Execution(ExecutionMode.CONCURRENT)
class InstallerCrashIT {
    private static final long SEED = 20260301;
    private static final int KILLS = 12;

    /** From before the first line of ours runs to after the node is right, on a machine that is busy. */
    private static final int LATEST_KILL_MILLIS = 3000;

    @TempDir
    private Path root;

    private FakeCluster cluster;
    private FakeNode node;
    private int logs;

    @BeforeEach
    void makeNode() throws IOException {
        cluster = new FakeCluster();
        node = new FakeNode(root, cluster);
    }

    @AfterEach
    void stopApi() {
        cluster.close();
    }

    @Test
    void comesToTheSameEndHoweverOftenItIsKilled() throws Exception {
        var before = node.picture();
        var random = new Random(SEED);
        try (var reader = new Reader(node)) {
            for (int i = 0; i < KILLS; i++) {
                node.source(String.valueOf(i));
                try (var installer = start()) {
                    if (!installer.endsWithin(Duration.ofMillis(random.nextInt(LATEST_KILL_MILLIS)))) {
                        installer.kill();
                    }
                }
                if (random.nextInt(3) == 0) {
                    Files.deleteIfExists(node.host(FakeNode.KUBECONFIG));
                    cluster.remakeAccount();
                }
            }
            node.source("last");
            try (var installer = start()) {
                installer.awaitReady();
                assertThat(node.host(FakeNode.PLUGIN)).hasContent(FakeNode.script("last"));
                cluster.deleteDaemonSet();
                installer.awaitLog("Leaving[how="); // deleted, or absent where it had not been looked for yet
                installer.terminate();
            }
            assertThat(reader.firstBadSight()).isEmpty();
            assertThat(reader.reads()).isPositive();
        }
        assertThat(node.picture()).isEqualTo(before);
    }

    @Test
    void takesOverTheRemovalThatAKilledOneHadBegun() throws Exception {
        var before = node.picture();
        try (var installer = start()) {
            installer.awaitReady();
            installer.kill();
        }
        cluster.deleteDaemonSet();
        try (var next = start()) {
            next.awaitLog("it does not exist");
            next.terminate();
        }
        assertThat(node.picture()).isEqualTo(before);
    }

    @Test
    void stopsInOrderAtAnyMomentOfItsStart() throws Exception {
        var random = new Random(SEED);
        for (int i = 0; i < 6; i++) {
            try (var installer = start()) {
                installer.endsWithin(Duration.ofMillis(100 + random.nextInt(2000)));
                installer.terminate();
            }
        }
        try (var installer = start()) {
            installer.awaitReady();
        }
    }

    @Test
    void waitsForTheOneThatHasTheNode() throws Exception {
        try (var first = start()) {
            first.awaitReady();
            try (var second = start("LINKERD_MULTUS_POD_NAME=installer-new")) {
                second.awaitLog("another installer has this node, and this one waits for it: pod installer-abc");
                assertThat(second.log()).doesNotContain("ready: the node has");
                first.kill();
                second.awaitReady();
            }
        }
    }

    @Test
    void stopsWithAllProblemsOfItsSettings() throws Exception {
        try (var installer = start("LINKERD_MULTUS_MODE=magic", "LINKERD_MULTUS_PLATFROM=auto")) {
            assertThat(installer.endsWithin(Duration.ofSeconds(60))).isTrue();
            assertThat(installer.exitCode()).isEqualTo(78);
            assertThat(installer.log())
                    .contains("LINKERD_MULTUS_MODE=magic must be one of auto, nad")
                    .contains("LINKERD_MULTUS_PLATFROM is not a setting; did you mean LINKERD_MULTUS_PLATFORM?");
        }
    }

    private InstallerProcess start(String... settings) throws IOException {
        return new InstallerProcess(node.environment(settings), root.resolve("log-" + logs++));
    }

    /** Reads plugin and kubeconfig in a loop, as a runtime may at any instant. */
    private static final class Reader implements AutoCloseable {
        private final AtomicBoolean stop = new AtomicBoolean();
        private final AtomicLong reads = new AtomicLong();
        private final AtomicReference<String> bad = new AtomicReference<>("");
        private final Thread thread;

        Reader(FakeNode node) {
            thread = Thread.ofPlatform().start(() -> {
                while (!stop.get()) {
                    look(node.host(FakeNode.PLUGIN), FakeNode.script("").length() - 1, "exit 0\n");
                    look(node.host(FakeNode.KUBECONFIG), 100, "current-context: linkerd-cni-context\n");
                }
            });
        }

        long reads() {
            return reads.get();
        }

        String firstBadSight() {
            return bad.get();
        }

        private void look(Path file, int least, String end) {
            try {
                var text = Files.readString(file);
                reads.incrementAndGet();
                if (text.length() < least || !text.endsWith(end)) {
                    bad.compareAndSet("", file + " had " + text.length() + " characters");
                }
            } catch (NoSuchFileException _) {
                Thread.onSpinWait(); // not there yet, or deleted by the test
            } catch (IOException e) {
                bad.compareAndSet("", e.toString());
            }
        }

        @Override
        public void close() {
            stop.set(true);
            try {
                thread.join();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
