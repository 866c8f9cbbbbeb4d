// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonToken;
import io.linkerd.multus.contracts.GoText;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Walks over one document from one of Jackson's tokens to the next, and keeps nothing of it. Whoever is given a key, an element or a whole
 * document reads its value, or passes over it: once, and before anything else.
 */
public final class JsonWalk {
    /** For messages: nothing that anybody has to read is nested further than this. */
    private static final int LONGEST_POINTER = 200;

    // Each method that reads a value stands on its first token before, and on its last after.
    private final JsonTokens tokens;
    private final JsonProblems problems;
    private final JsonLimits limits;
    private int kept;

    JsonWalk(JsonTokens tokens, JsonProblems problems, JsonLimits limits) {
        this.tokens = tokens;
        this.problems = problems;
        this.limits = limits;
    }

    /** Reads one thing from within a document. */
    @FunctionalInterface
    public interface Reading<T> {
        T read(JsonWalk walk) throws MalformedJson;
    }

    /** Takes the value of one key. */
    @FunctionalInterface
    public interface Member {
        void take(String key) throws MalformedJson;
    }

    /** Takes one element of a list. */
    @FunctionalInterface
    public interface Element {
        void take(int index) throws MalformedJson;
    }

    /** {@return of what kind the value is that is here, for documents in which it may be any} */
    public JsonShape shape() {
        return JsonShape.of(tokens.current());
    }

    /** {@return whether an object begins here} */
    public boolean isObject() {
        return tokens.is(JsonToken.START_OBJECT);
    }

    /** Reads an object, key by key; false where there is null instead. */
    public boolean object(Member member) throws MalformedJson {
        if (isNull()) {
            return false;
        }
        expect(JsonToken.START_OBJECT, "an object");
        while (nextKey()) {
            member.take(key());
        }
        return true;
    }

    /** Reads a list, element by element; null is an empty one. */
    public void list(Element element) throws MalformedJson {
        if (isNull()) {
            return;
        }
        expect(JsonToken.START_ARRAY, "a list");
        for (int index = 0; tokens.next() != JsonToken.END_ARRAY; index++) {
            element.take(index);
        }
    }

    /** Reads a text; null is an empty one. */
    public String text() throws MalformedJson {
        if (isNull()) {
            return "";
        }
        expect(JsonToken.VALUE_STRING, "a text");
        var text = tokens.text();
        kept += text.length();
        if (kept > limits.strings()) {
            throw problems.beyondLimits(tokens.start(), "more than " + limits.strings() + " characters to keep");
        }
        return text;
    }

    /** Reads a text, unless it is longer; null is an empty one. */
    public Optional<String> textUpTo(int longest) throws MalformedJson {
        if (tokens.is(JsonToken.VALUE_STRING) && tokens.textLength() > longest) {
            return Optional.empty();
        }
        return Optional.of(text());
    }

    /** Reads a whole number; null is none. */
    public OptionalLong number() throws MalformedJson {
        if (isNull()) {
            return OptionalLong.empty();
        }
        expect(JsonToken.VALUE_NUMBER_INT, "a whole number");
        if (!isLong()) {
            throw notA("a number of 64 bits");
        }
        return OptionalLong.of(tokens.number());
    }

    /** Reads a part of the document whose kept texts count by themselves, as those of each object of a list. */
    public <T> T part(Reading<T> reading) throws MalformedJson {
        kept = 0;
        return reading.read(this);
    }

    /** Reads a number, whole or not. */
    public BigDecimal decimal() throws MalformedJson {
        if (shape() != JsonShape.NUMBER) {
            throw notA("a number");
        }
        return tokens.decimal();
    }

    /** Reads true or false; null is false. */
    public boolean flag() throws MalformedJson {
        return flagOr(false);
    }

    /** Reads true or false; null is what is given. */
    public boolean flagOr(boolean whereNull) throws MalformedJson {
        return switch (tokens.current()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> whereNull;
            case null, default -> throw notA("true or false");
        };
    }

    /** Passes over a value, whatever it is. */
    public void skip() {
        tokens.skip();
    }

    /** {@return whether there is one more key, on which the walk then stands} */
    boolean nextKey() {
        return tokens.next() == JsonToken.FIELD_NAME;
    }

    /** Reads the key that the walk stands on, and goes on to its value. */
    String key() {
        var key = tokens.name();
        tokens.next();
        return key;
    }

    /** {@return whether a whole number is here that {@link #number} can read} */
    boolean isLong() {
        return tokens.isLong();
    }

    /** {@return where the token begins, in the document's characters or bytes} */
    int start() {
        return offset(tokens.start());
    }

    /** {@return where the token ends; a text has to be read before} */
    int end() {
        return tokens.is(JsonToken.VALUE_STRING) ? offset(tokens.reached()) : start() + tokens.textLength();
    }

    /** Jackson counts characters or bytes, whichever it reads, and leaves the other one at -1. */
    private static int offset(JsonLocation location) {
        return Math.toIntExact(Math.max(location.getCharOffset(), location.getByteOffset()));
    }

    private boolean isNull() {
        return tokens.is(JsonToken.VALUE_NULL);
    }

    private void expect(JsonToken token, String name) throws MalformedJson {
        if (!tokens.is(token)) {
            throw notA(name);
        }
    }

    private MalformedJson notA(String expected) {
        var pointer = GoText.shorten(tokens.pointer(), LONGEST_POINTER, "…");
        return new MalformedJson((pointer.isEmpty() ? "the document" : pointer) + " is not " + expected);
    }
}
