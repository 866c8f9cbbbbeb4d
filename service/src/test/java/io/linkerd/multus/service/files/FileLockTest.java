// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
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
}
