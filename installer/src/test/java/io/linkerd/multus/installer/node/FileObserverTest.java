// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.files.Fingerprint;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileObserverTest {
    @TempDir
    private Path root;

    private final AtomicLong now = new AtomicLong(7);
    private final FileObserver observer = new FileObserver(now::get);

    /** As within one tick of the file system's clock, in which a second edit leaves the change time of the first. */
    @Test
    void findsAnEditThatLeftSizeAndChangeTimeAtThePeriodicLook() throws Exception {
        var file = Files.writeString(root.resolve("f"), "before");
        try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            var memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, 6);
            writeInPlace(memory, "first!");
            assertThat(fingerprint(file)).isEqualTo(Fingerprint.ofText("first!"));
            var changed = Files.getAttribute(file, "unix:ctime");

            writeInPlace(memory, "second");

            assertThat(Files.getAttribute(file, "unix:ctime")).isEqualTo(changed);
            now.addAndGet(Duration.ofSeconds(25).toNanos());
            observer.begin(Depth.THOROUGH);
            assertThat(fingerprint(file)).isEqualTo(Fingerprint.ofText("second"));
        }
    }

    /** A repair would wait for tens of megabytes to be read, one time in four. */
    @Test
    void readsNothingAnewForAnEventUnlessThereIsNoEndOfThem() throws Exception {
        var file = Files.writeString(root.resolve("f"), "before");
        try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            var memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, 6);
            writeInPlace(memory, "first!"); // from now on, the change time stays
            fingerprint(file);
            now.addAndGet(PacedLoop.CALM.toNanos());
            assertThat(fingerprint(file)).isEqualTo(Fingerprint.ofText("first!"));
            writeInPlace(memory, "second");

            now.addAndGet(Duration.ofSeconds(30).toNanos());
            observer.begin(Depth.PROMPT);
            assertThat(fingerprint(file)).isEqualTo(Fingerprint.ofText("first!"));

            now.addAndGet(Duration.ofMinutes(2).toNanos());
            assertThat(fingerprint(file)).isEqualTo(Fingerprint.ofText("second"));
        }
    }

    /** What is written within one tick of the clock in which it was read shows at the look after the events alone. */
    @Test
    void readsOnceMoreWhatWasReadInTheTickInWhichItWasWritten() throws Exception {
        var file = Files.writeString(root.resolve("f"), "before");
        try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            var memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, 6);
            writeInPlace(memory, "first!");
            assertThat(fingerprint(file)).isEqualTo(Fingerprint.ofText("first!"));
            writeInPlace(memory, "second");

            now.addAndGet(PacedLoop.CALM.toNanos());

            assertThat(fingerprint(file)).isEqualTo(Fingerprint.ofText("second"));
            writeInPlace(memory, "third!");
            assertThat(fingerprint(file))
                    .isEqualTo(Fingerprint.ofText("second")); // known by now, until the periodic look
        }
    }

    @Test
    void knowsForHowLongNothingHasHappened() throws Exception {
        var file = root.resolve("f");
        assertThat(observer.unchangedFor(file)).isZero();
        now.addAndGet(5);
        assertThat(observer.unchangedFor(file)).isEqualTo(Duration.ofNanos(5));

        Files.writeString(file, "new");

        assertThat(observer.unchangedFor(file)).isZero();
        fingerprint(file);
        now.addAndGet(7);
        assertThat(observer.unchangedFor(file)).isEqualTo(Duration.ofNanos(7));
    }

    @Test
    void findsAnyOtherEditAtOnce() throws Exception {
        var file = Files.writeString(root.resolve("f"), "before");
        assertThat(fingerprint(file)).isEqualTo(Fingerprint.ofText("before"));

        Files.writeString(file, "longer than before");

        assertThat(fingerprint(file)).isEqualTo(Fingerprint.ofText("longer than before"));
    }

    private Fingerprint fingerprint(Path file) {
        return ((FileState.Regular) observer.observe(file)).fingerprint();
    }

    private static void writeInPlace(MappedByteBuffer memory, String text) {
        for (int at = 0; at < text.length(); at++) {
            memory.put(at, (byte) text.charAt(at));
        }
    }
}
