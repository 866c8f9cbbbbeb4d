// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The real process, and somebody who undoes its work every 10 ms. */
@Isolated("it measures time")
class InstallerFightIT {
    private static final String THEIRS = "theirs\n";

    /** Long enough for the installer to give way for twelve seconds, if the fight went on. */
    private static final Duration FIGHT = Duration.ofSeconds(9);

    /** What else the machine does adds to what is measured, now and then; the longer this is, the less that shows. */
    private static final Duration MEASURED = Duration.ofSeconds(10);

    @TempDir(factory = Memory.class)
    private Path root;

    private final AtomicLong rivalsTime = new AtomicLong();
    private FakeCluster cluster;
    private FakeNode node;

    /** How somebody undoes our work. */
    enum Manner {
        /** Writes, whatever is there. */
        BLIND {
            @Override
            void undo(Path file) throws IOException {
                var next = Files.writeString(file.resolveSibling(".theirs"), THEIRS);
                Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
            }
        },
        /** Writes where we have, and is at rest otherwise. */
        WATCHFUL {
            @Override
            void undo(Path file) throws IOException {
                if (!Files.readString(file).equals(THEIRS)) {
                    BLIND.undo(file);
                }
            }
        };

        abstract void undo(Path file) throws IOException;
    }

    @BeforeEach
    void makeNode() throws IOException {
        cluster = new FakeCluster();
        node = new FakeNode(root, cluster);
    }

    @AfterEach
    void stopApi() {
        cluster.close();
    }

    @ParameterizedTest
    @EnumSource
    void costsLittleIsToldOnceAndIsRightAgainSoonAfterItsEnd(Manner manner) throws Exception {
        try (var installer = new InstallerProcess(node.environment(), root.resolve("log"));
                var executor = Executors.newSingleThreadScheduledExecutor()) {
            installer.awaitReady();
            var right = Files.readString(node.host(FakeNode.KUBECONFIG));
            var rival = executor.scheduleAtFixedRate(() -> undo(manner), 0, 10, TimeUnit.MILLISECONDS);
            assertThat(endsWithin(rival, FIGHT)).isFalse();

            var before = installer.cpu();
            var theirsBefore = theirs();
            assertThat(endsWithin(rival, MEASURED)).isFalse();
            var spent = installer.cpu().minus(before);
            var theirs = theirs().minus(theirsBefore);
            rival.cancel(false);

            await().atMost(Duration.ofSeconds(8))
                    .pollInterval(Duration.ofMillis(10))
                    .untilAsserted(() ->
                            assertThat(node.host(FakeNode.KUBECONFIG)).content().isEqualTo(right));
            assertThat(spent)
                    .as("processor time, while the rival took %s", theirs)
                    .isLessThan(MEASURED.dividedBy(20).plus(theirs.multipliedBy(2)));
            installer.awaitReady();
            assertThat(installer.log().lines().filter(line -> line.contains("keeps undoing this file")))
                    .singleElement()
                    .asString()
                    .contains(FakeNode.KUBECONFIG);
        }
    }

    private static boolean endsWithin(ScheduledFuture<?> work, Duration time) throws Exception {
        try {
            work.get(time.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException _) {
            return false;
        }
    }

    /** What the rival's work costs here: it is woken as often as the installer is, which is dear on some machines. */
    private Duration theirs() {
        return Duration.ofNanos(rivalsTime.get());
    }

    private void undo(Manner manner) {
        try {
            manner.undo(node.host(FakeNode.KUBECONFIG));
            rivalsTime.set(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
        } catch (NoSuchFileException _) {
            Thread.onSpinWait(); // its folder may be gone at the end
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where writing costs nothing, so that only what the installer does is measured. */
    static final class Memory implements TempDirFactory {
        private static final Path MEMORY = Path.of("/dev/shm");

        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
            return Files.isWritable(MEMORY)
                    ? Files.createTempDirectory(MEMORY, "linkerd-multus-")
                    : Files.createTempDirectory("linkerd-multus-");
        }
    }
}
