// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AnswerReaderTest {
    private static AnswerReader reader(String text) {
        return new AnswerReader(
                new ByteArrayInputStream(text.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void readsOneAnswerAfterTheOther() throws IOException {
        var answers = reader("HTTP/1.1 200 OK\ncontent-length: 5\n\nfirstHTTP/1.1 503 Busy\nContent-Length:0\n\n");

        var first = answers.next();
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.text()).isEqualTo("first");
        assertThat(answers.next().status()).isEqualTo(503);
    }

    @Test
    void readsAnAnswerInChunks() throws IOException {
        var answers = reader("""
                HTTP/1.1 200 OK
                Transfer-Encoding: chunked

                3
                abc
                A;x=y
                0123456789
                0

                HTTP/1.1 204 No Content

                """);

        assertThat(answers.next().text()).isEqualTo("abc0123456789");
        assertThat(answers.next().status()).isEqualTo(204);
    }

    @Test
    void tellsThatTheServerHasHungUp() {
        assertThatThrownBy(reader("HTTP/1.1 200 OK\ncontent-")::next).isInstanceOf(EOFException.class);
    }

    @Test
    void refusesWhatIsNoAnswer() {
        assertThatThrownBy(reader("SSH-2.0-OpenSSH\n")::next).isInstanceOf(ProtocolException.class);
    }
}
