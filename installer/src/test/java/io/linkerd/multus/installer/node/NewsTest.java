// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the kernel's own events. */
class NewsTest {
    /** After it nothing more is expected of a step; the kernel tells within microseconds. */
    private static final Duration QUIET = Duration.ofMillis(200);

    @TempDir
    private Path directory;

    private WatchService kernel;

    @BeforeEach
    void watch() throws IOException {
        kernel = directory.getFileSystem().newWatchService();
        directory.register(kernel, ENTRY_CREATE, ENTRY_DELETE, ENTRY_MODIFY);
    }

    @AfterEach
    void stop() throws IOException {
        kernel.close();
    }

    /** A look at the hidden one came too early, and the next 20 ms later: one repair in a hundred took 25 ms. */
    @Test
    void waitsForTheNameThatAHiddenFileGetsInTheEnd() throws Exception {
        var hidden = Files.writeString(directory.resolve(".draft"), "{}");
        assertThat(isTold()).isFalse();

        Files.move(hidden, directory.resolve("10-net.conflist"), StandardCopyOption.ATOMIC_MOVE);

        assertThat(isTold()).isTrue();
    }

    @Test
    void waitsForTheLinkThatAKubeletSetsToANewContent() throws Exception {
        var content = Files.createDirectory(directory.resolve("..2026_11_25"));
        var link = Files.createSymbolicLink(directory.resolve("..data_tmp"), content);
        assertThat(isTold()).isFalse();

        Files.move(link, directory.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);

        assertThat(isTold()).isTrue();
    }

    @Test
    void isToldOfWhatIsSeenByItsName() throws Exception {
        Files.writeString(directory.resolve("10-net.conflist"), "{}");
        assertThat(isTold()).isTrue();
    }

    /** Container runtimes load it. */
    @Test
    void isToldOfAHiddenNetwork() throws Exception {
        Files.writeString(directory.resolve(".net.conflist"), "{}");
        assertThat(isTold()).isTrue();
    }

    @Test
    void isToldOfWhatIsGone() throws Exception {
        var hidden = Files.createDirectory(directory.resolve(".state"));
        assertThat(isTold()).isFalse();
        Files.delete(hidden);
        assertThat(isTold()).isTrue();
    }

    @Test
    void isToldOfWhatLeadsToAWatchedDirectory() throws Exception {
        Files.createDirectory(directory.resolve(".cni"));
        assertThat(isTold(directory.resolve(".cni/net.d"))).isTrue();
    }

    @Test
    void isToldOfTheEndOfADirectory() throws Exception {
        Files.delete(directory);
        assertThat(isTold()).isTrue();
    }

    /** Whether any event of those that come tells of it, of which there may be several. */
    private boolean isTold(Path... wanted) throws InterruptedException {
        var news = new News(Set.of(wanted));
        var key = kernel.poll(10, TimeUnit.SECONDS);
        assertThat(key).as("an event").isNotNull();
        boolean told = news.isTold(key);
        while (!told && (key = kernel.poll(QUIET.toMillis(), TimeUnit.MILLISECONDS)) != null) {
            told = news.isTold(key);
        }
        return told;
    }
}
