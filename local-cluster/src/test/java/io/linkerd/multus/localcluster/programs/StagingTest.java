// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagingTest {
    @TempDir
    private Path folder;

    @Test
    void isInPlaceWhenComplete() throws Exception {
        var target = folder.resolve("target");
        try (var staging = Staging.of(target)) {
            Files.writeString(staging.folder().resolve("file"), "content");
            assertThat(target).doesNotExist();
            staging.complete();
        }
        assertThat(target.resolve("file")).hasContent("content");
        assertThat(folder).isDirectoryNotContaining("glob:**/.making-*");
    }

    @Test
    void leavesNothingWhenNotComplete() throws Exception {
        try (var staging = Staging.of(folder.resolve("target"))) {
            Files.writeString(staging.folder().resolve("file"), "content");
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void leavesWhatSomebodyElseFinishedFirst() throws Exception {
        var target = folder.resolve("target");
        try (var staging = Staging.of(target)) {
            Files.createDirectory(target);
            Files.writeString(target.resolve("file"), "first");
            Files.writeString(staging.folder().resolve("file"), "second");
            staging.complete();
        }
        assertThat(target.resolve("file")).hasContent("first");
        assertThat(folder).isDirectoryNotContaining("glob:**/.making-*");
    }

    @Test
    void removesWhatAKilledProcessLeft() throws Exception {
        // The highest pid that Linux gives is 4194304.
        var dead = Files.createDirectory(folder.resolve(".making-4194305-1"));
        var alive = Files.createDirectory(
                folder.resolve(".making-" + ProcessHandle.current().pid() + "-1"));
        try (var staging = Staging.of(folder.resolve("target"))) {
            staging.complete();
        }
        assertThat(dead).doesNotExist();
        assertThat(alive).exists();
    }
}
