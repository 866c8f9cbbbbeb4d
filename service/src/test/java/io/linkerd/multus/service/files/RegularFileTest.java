// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.linkerd.multus.contracts.Result;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On the real file system. */
class RegularFileTest {
    private static final long TEBIBYTE = 1L << 40;
    private static final Duration SOON = Duration.ofSeconds(10);

    @TempDir
    private Path root;

    /** The look at the node took as long as a tebibyte of zeros does, with the node's turn taken. */
    @Test
    void aHugeSparseFileIsRefusedAndNotReadToItsEnd() throws Exception {
        var file = sparse(TEBIBYTE);

        assertThat(reasonOf(file)).isEqualTo("it is larger than 1 GiB, and so nothing that belongs there; remove it");
    }

    /** Who opens one waits for a writer, who may never come: the look did not end. */
    @Test
    void aPipeInPlaceOfAFileIsRefusedAndNotWaitedFor() throws Exception {
        var file = root.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                .isZero();

        assertThat(reasonOf(file)).isEqualTo("it is no regular file");
    }

    @Test
    void whatIsAsLargeAsAPluginIsRead() throws Exception {
        assertThat(Fingerprint.of(sparse(40 << 20)).text()).startsWith((40 << 20) + "-");
    }

    @Test
    void aTextIsReadUpToALengthInBytes() throws Exception {
        var file = Files.writeString(root.resolve("text"), "\u00e4bc");

        assertThat(RegularFile.text(file, 4)).isEqualTo(new Result.Ok<>("\u00e4bc"));
        assertThat(RegularFile.text(file, 3)).isEqualTo(new Result.Not<>("it is longer than 3 bytes"));
        Files.write(file, new byte[] {(byte) 0xff});
        assertThat(catchThrowable(() -> RegularFile.text(file, 4))).isInstanceOf(CharacterCodingException.class);
    }

    private static String reasonOf(Path file) {
        var failure = assertTimeoutPreemptively(SOON, () -> catchThrowable(() -> Fingerprint.of(file)));
        assertThat(failure).isInstanceOf(FileSystemException.class);
        return String.valueOf(((FileSystemException) failure).getReason());
    }

    private Path sparse(long length) throws IOException {
        var file = root.resolve("sparse");
        try (var channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(1), length - 1);
        }
        return file;
    }
}
