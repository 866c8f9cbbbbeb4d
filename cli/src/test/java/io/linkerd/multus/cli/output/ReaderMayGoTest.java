// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ReaderMayGoTest {
    private static OutputStream failing(String words, boolean hasReader) {
        return new ReaderMayGo(
                new OutputStream() {
                    @Override
                    public void write(int one) throws IOException {
                        throw new IOException(words);
                    }
                },
                hasReader);
    }

    /** {@code check | head} is no failure; a full disk is. */
    @Test
    void aReaderThatHasHadEnoughIsNoFailure() {
        assertThatNoException().isThrownBy(() -> failing("Broken pipe", false).write(1));
        assertThatThrownBy(() -> failing("No space left on device", false).write(1))
                .isInstanceOf(IOException.class);
    }

    /** The system's words are in the user's language, and the disk was said to be full. */
    @Test
    void soItIsInEveryLanguage() {
        assertThatNoException()
                .isThrownBy(() -> failing("Daten\u00fcbergabe unterbrochen (broken pipe)", false)
                        .write(1));
        assertThatNoException()
                .isThrownBy(() -> failing("Relais bris\u00e9", true).write(1));
    }

    /** Those are the JVM's words. */
    @Test
    void aPipeWhoseReaderIsGoneIsSuchAStream() throws IOException {
        var reader = new ProcessBuilder("sh", "-c", "exec 0<&-; echo gone; exec sleep 60").start();
        try (var pipe = new ReaderMayGo(reader.getOutputStream(), false);
                var told = reader.inputReader()) {
            assertThat(told.readLine()).isEqualTo("gone");
            pipe.write("x".repeat(1 << 17).getBytes(StandardCharsets.UTF_8));
        } finally {
            reader.destroyForcibly();
        }
    }
}
