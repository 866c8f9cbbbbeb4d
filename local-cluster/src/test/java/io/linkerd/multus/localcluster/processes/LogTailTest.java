// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {
    @TempDir
    private Path directory;

    @Test
    void isTheLastTwentyFiveLines() throws IOException {
        var log = Files.write(
                directory.resolve("log"),
                IntStream.rangeClosed(1, 100).mapToObj(Integer::toString).toList());

        assertThat(LogTail.of(log).lines()).hasSize(25).startsWith("76").endsWith("100");
    }

    @Test
    void saysWhyThereIsNone() {
        assertThat(LogTail.of(directory.resolve("absent")))
                .contains("cannot be read")
                .contains("absent");
    }

    @Test
    void takesBytesThatAreNoText() throws IOException {
        var log = Files.write(directory.resolve("log"), new byte[] {'a', (byte) 0xff, '\n', 'b'});

        assertThat(LogTail.of(log).lines()).hasSize(2).endsWith("b");
    }
}
