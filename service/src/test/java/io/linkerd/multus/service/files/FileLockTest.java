// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.contracts.Result;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** What two processes do with it, the installer's tests try. */
class FileLockTest {
    @TempDir
    private Path folder;

    @Test
    void saysInItsFileWhoHoldsItAndGoesWithItsFile() throws Exception {
        var file = folder.resolve("lock");

        try (var lock = FileLock.acquire(file, "the first", _ -> {})) {
            assertThat(file).hasContent("the first");
            lock.removeAndClose();
        }
        assertThat(file).doesNotExist();

        try (var again = ((Result.Ok<FileLock>) FileLock.tryAcquire(file, "the second")).value()) {
            assertThat(again).isNotNull();
            assertThat(Files.readString(file)).isEqualTo("the second");
        }
    }

    /** Whoever could read it could lock it, and so keep the installer from repair and from removal. */
    @Test
    void isOpenToItsOwnerAlone() throws Exception {
        var file = folder.resolve("lock");
        try (var _ = FileLock.acquire(file, "the first", _ -> {})) {
            assertThat(permissions(file)).isEqualTo("rw-------");
        }
        try (var _ = FileLock.tryAcquire(folder.resolve("changing"), "x").orElse(FileLockTest::none)) {
            assertThat(permissions(folder.resolve("changing"))).isEqualTo("rw-------");
        }
    }

    @Test
    void closesTheFileOfAnEarlierRelease() throws Exception {
        var file = folder.resolve("lock");
        Files.writeString(file, "earlier");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        try (var _ = FileLock.tryAcquire(file, "now").orElse(FileLockTest::none)) {
            assertThat(permissions(file)).isEqualTo("rw-------");
            assertThat(file).hasContent("now");
        }
    }

    /** What the link leads to was locked, and closed to all but its owner. */
    @Test
    void followsNoLink() throws Exception {
        var other = Files.writeString(folder.resolve("other"), "not ours");
        Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rw-r--r--"));
        var file = Files.createSymbolicLink(folder.resolve("lock"), other);

        assertThatThrownBy(() -> FileLock.tryAcquire(file, "now")).isInstanceOf(IOException.class);

        assertThat(permissions(other)).isEqualTo("rw-r--r--");
        assertThat(other).hasContent("not ours");
    }

    /** A removal on a full disk had no lock, and left all of it on the node: only the name in the lock's file did not fit. */
    @Test
    @EnabledIf("isThereADeviceThatIsFull")
    void isHadOnAFullDisk() throws Exception {
        try (var full = FileChannel.open(Path.of("/dev/full"), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            assertThatCode(() -> FileLock.sign(full, "now")).doesNotThrowAnyException();
        }
    }

    static boolean isThereADeviceThatIsFull() {
        return Files.isWritable(Path.of("/dev/full"));
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static FileLock none(String holder) {
        throw new AssertionError(holder);
    }
}
