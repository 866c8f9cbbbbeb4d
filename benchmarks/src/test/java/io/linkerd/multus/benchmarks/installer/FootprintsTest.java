// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FootprintsTest {
    @TempDir
    private Path root;

    @Test
    void whoOnlyLooksLeavesNone() throws IOException {
        var file = Files.writeString(root.resolve("a"), "1");
        var before = Footprints.below(root);

        Files.readString(file);

        assertThat(Footprints.below(root).since(before)).isZero();
    }

    @Test
    void anotherFileOfTheSameContentIsAChangeOfFileAndFolder() throws IOException {
        var file = Files.writeString(root.resolve("a"), "1");
        var next = Files.writeString(root.resolve("b"), "1");
        var before = Footprints.below(root);

        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);

        assertThat(Footprints.below(root).since(before)).isEqualTo(3);
    }
}
