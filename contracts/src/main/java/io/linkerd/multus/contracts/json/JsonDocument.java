// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads whole documents, which have to end where their only value ends. */
public final class JsonDocument {
    private static final JsonProblems IN_BYTES = new JsonProblems.InBytes();

    private JsonDocument() {}

    /** Reads a document that is here, in any encoding that JSON may have. Problems repeat nothing of it: it may hold secrets. */
    public static <T> T read(byte[] document, JsonLimits limits, JsonWalk.Reading<T> reading) throws MalformedJson {
        if (document.length > limits.length()) {
            throw IN_BYTES.tooLong(limits);
        }
        try (var parser = limits.factory().createParser(document)) {
            return read(new JsonTokens(parser), IN_BYTES, limits, reading);
        } catch (IOException _) {
            throw noEncoding();
        }
    }

    /** Reads a document in UTF-8, and in nothing else, that is here. Problems repeat nothing of it. */
    public static <T> T readUtf8(byte[] document, JsonLimits limits, JsonWalk.Reading<T> reading) throws MalformedJson {
        if (isAscii(document)) {
            return read(document, limits, reading);
        }
        try {
            return read(new ByteArrayInputStream(document), limits, reading);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Without NUL, by whose place Jackson tells encodings of two and four bytes. */
    private static boolean isAscii(byte[] document) {
        for (byte each : document) {
            if (each <= 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Reads a document in UTF-8 as it arrives, and holds no more of it than the reading keeps. Problems repeat nothing of it.
     *
     * @throws IOException if it stops arriving; for how long to wait is its source's to say
     */
    public static <T> T read(InputStream document, JsonLimits limits, JsonWalk.Reading<T> reading)
            throws MalformedJson, IOException {
        var source = limits.isEndless() ? document : new BoundedInput(document, limits.length());
        // Tells where bytes are no UTF-8, and has a buffer of 8 KiB.
        var text = new InputStreamReader(source, StandardCharsets.UTF_8.newDecoder());
        try (var parser = limits.factory().createParser(text)) {
            return read(new JsonTokens(parser), IN_BYTES, limits, reading);
        } catch (BoundedInput.TooLong _) {
            throw IN_BYTES.tooLong(limits);
        } catch (CharacterCodingException _) {
            throw noEncoding();
        }
    }

    /** Reads a text that a person wrote. Problems name line and column, and the character that stands there. */
    static <T> T read(String text, JsonLimits limits, JsonWalk.Reading<T> reading) throws MalformedJson {
        var problems = new JsonProblems.InText(text);
        if (text.length() > limits.length()) {
            throw problems.tooLong(limits);
        }
        try (var parser = limits.factory().createParser(text.toCharArray())) {
            return read(new JsonTokens(parser), problems, limits, reading);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static <T> T read(JsonTokens tokens, JsonProblems problems, JsonLimits limits, JsonWalk.Reading<T> reading)
            throws MalformedJson, IOException {
        try {
            if (tokens.next() == null) {
                throw problems.at(tokens.start(), "nothing there");
            }
            T value = reading.read(new JsonWalk(tokens, problems, limits));
            if (tokens.next() != null) {
                throw problems.at(tokens.start(), "text after the end of the value");
            }
            return value;
        } catch (JsonTokens.Broken broken) {
            if (broken.why() instanceof JsonProcessingException problem) {
                throw problems.of(problem, tokens.reached(), limits);
            }
            throw broken.why();
        }
    }

    private static MalformedJson noEncoding() {
        return new MalformedJson("in no encoding that JSON may have");
    }
}
