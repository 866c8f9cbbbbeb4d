// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PictureTest {
    @TempDir
    private Path host;

    @Test
    void namesWhatIsAnother() throws IOException {
        var file = Files.writeString(host.resolve("a"), "1");
        Files.writeString(host.resolve("b"), "1");
        var before = Picture.of(host);

        assertThat(before.difference(Picture.of(host))).isEmpty();
        Files.writeString(file, "2");
        assertThat(before.difference(Picture.of(host))).contains("a");
        Files.writeString(file, "1");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        assertThat(before.difference(Picture.of(host))).contains("a");
    }

    @Test
    void namesWhatIsNewOrGone() throws IOException {
        var file = Files.writeString(host.resolve("a"), "1");
        var before = Picture.of(host);

        Files.delete(file);

        assertThat(before.difference(Picture.of(host))).contains("a");
        assertThat(Picture.of(host).difference(before)).contains("a");
    }

    @Test
    void ourNotesAreNoPartOfIt() throws IOException {
        var before = Picture.of(host);

        Files.createDirectories(host.resolve("var/lib/linkerd-multus/originals"));

        assertThat(before.difference(Picture.of(host))).contains("var");
        assertThat(Picture.of(host).files()).doesNotContainKey("var/lib/linkerd-multus");
    }

    @Test
    void canBeOfWhatIsNotThereYet() throws IOException {
        var file = Files.writeString(host.resolve("a"), "token-1");
        var expected = Picture.of(host).with("token-1", "token-2");

        Files.writeString(file, "token-2");

        assertThat(expected.difference(Picture.of(host))).isEmpty();
    }
}
