// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FingerprintTest {
    @TempDir
    Path directory;

    @Test
    void staysTheSameWhenOnlyTimesChange() throws IOException {
        var file = Files.writeString(directory.resolve("a"), "content");
        var before = new Fingerprint().tree(directory).value();

        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));

        assertThat(new Fingerprint().tree(directory).value()).isEqualTo(before);
    }

    @Test
    void changesWithContentNameAndOrder() throws IOException {
        var file = Files.writeString(directory.resolve("a"), "content");
        var before = new Fingerprint().file(file).value();

        Files.writeString(file, "kontent");

        assertThat(new Fingerprint().file(file).value()).isNotEqualTo(before);
        Files.writeString(file, "content");
        assertThat(new Fingerprint()
                        .file(Files.move(file, directory.resolve("b")))
                        .value())
                .isNotEqualTo(before);
        assertThat(new Fingerprint().text("ab").text("c").value())
                .isNotEqualTo(new Fingerprint().text("a").text("bc").value());
    }

    @Test
    void changesWithTheCodeThatMakesTheResult() throws IOException {
        assertThat(new Fingerprint().code(JavaRuntime.class).value())
                .isNotEqualTo(new Fingerprint().code(HostLibraries.class).value());
    }
}
