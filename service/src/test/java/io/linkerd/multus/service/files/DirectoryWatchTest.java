// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
    private final AtomicBoolean watching = new AtomicBoolean(true);
    private final Wakeups wakeups = new Wakeups();
    private final DirectoryWatch watch = new DirectoryWatch(
            wakeups,
            WatchFilter.all(),
            watching::set,
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
        watch.close();
    }

    /** The installer ended, and was started again, and ended: other pods had taken all inotify instances of the node. */
    @Test
    void pollsWhereTheNodeHasNoInotifyInstanceLeft() throws Exception {
        watch.follow(Set.of(root));

        assertThat(wakeups.await(LONG)).isTrue();
        assertThat(wakeups.await(LONG)).isTrue();
        assertThat(watching).isFalse();
    }

    @Test
    void watchesAgainOnceThereIsAnInstance() throws Exception {
        watch.follow(Set.of(root));
        assertThat(wakeups.await(LONG)).isTrue();

        watchAgain(root);

        Files.createFile(root.resolve("new"));
        assertThat(wakeups.await(LONG)).isTrue();
    }

    @Test
    void tellsOfADirectoryThatIsNotThereYet() throws Exception {
        watchAgain(root.resolve("a/b"));

        Files.createDirectory(root.resolve("a"));

        assertThat(wakeups.await(LONG)).isTrue();
    }

    @Test
    void watchesADirectoryThatWasMadeAnew() throws Exception {
        var folder = Files.createDirectory(root.resolve("net.d"));
        watchAgain(folder);
        Files.move(folder, root.resolve("aside"));
        Files.createDirectory(folder);

        watch.follow(Set.of(folder));
        Files.createFile(folder.resolve("new"));

        assertThat(wakeups.await(LONG)).isTrue();
    }

    @Test
    void endsWhenItIsClosed() throws Exception {
        watchAgain(root);

        watch.close();

        assertThat(thread.join(LONG)).isTrue();
    }

    /** Follows it with an instance, and has no signal left of the time before. */
    private void watchAgain(Path folder) {
        exhausted.set(false);
        await().until(() -> {
            watch.follow(Set.of(folder));
            return watching.get();
        });
        await().until(() -> !wakeups.await(Duration.ofMillis(200))); // polls no more
    }
}
