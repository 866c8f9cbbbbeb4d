// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.load;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Reads the answers of one connection (RFC 9112), as far as servers of webhooks use it. */
final class AnswerReader {
    private static final String LENGTH = "content-length:";
    private static final String CHUNKED = "transfer-encoding: chunked";
    private static final int LONGEST_LINE = 8192;
    private static final int HEXADECIMAL = 16;

    private final InputStream in;
    private final byte[] line = new byte[LONGEST_LINE];

    /** Reads from {@code in}, which should be buffered. */
    AnswerReader(InputStream in) {
        this.in = in;
    }

    Answer next() throws IOException {
        var status = status(line());
        var length = 0;
        var chunked = false;
        for (var header = line(); !header.isEmpty(); header = line()) {
            var lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith(LENGTH)) {
                length = Integer.parseInt(lower.substring(LENGTH.length()).strip());
            } else if (lower.equals(CHUNKED)) {
                chunked = true;
            }
        }
        var body = chunked ? chunks() : in.readNBytes(length);
        return new Answer(status, new String(body, StandardCharsets.UTF_8));
    }

    private static int status(String line) throws ProtocolException {
        var words = line.split(" ", 3);
        if (words.length < 2 || !words[0].startsWith("HTTP/1.")) {
            throw new ProtocolException("not an answer: " + line);
        }
        return Integer.parseInt(words[1]);
    }

    private byte[] chunks() throws IOException {
        var body = new ByteArrayOutputStream();
        for (var size = chunk(); size > 0; size = chunk()) {
            body.write(in.readNBytes(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    private int chunk() throws IOException {
        return Integer.parseInt(line().split(";", 2)[0].strip(), HEXADECIMAL);
    }

    private String line() throws IOException {
        var length = 0;
        for (var next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (length == line.length) {
                throw new ProtocolException("a line of more than " + LONGEST_LINE + " bytes");
            }
            line[length++] = (byte) next;
        }
        return new String(line, 0, length, StandardCharsets.ISO_8859_1).stripTrailing();
    }
}
