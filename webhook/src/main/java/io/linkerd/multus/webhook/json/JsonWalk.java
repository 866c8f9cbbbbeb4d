// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.json;

import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Walks over one document. Each method that reads a value stands on its first token before, and on its last one after.
 *
 * <p>Depth, names, numbers and texts are limited by Jackson's own constraints (500 levels, numbers of 1,000 digits).
 */
public final class JsonWalk implements AutoCloseable {
    private static final JsonFactory JSON = new JsonFactory();

    private final JsonParser parser;

    private JsonWalk(JsonParser parser) {
        this.parser = parser;
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

    /** Reads a whole document, which has to end where its value ends. */
    public static <T> T read(byte[] document, Reading<T> reading) throws MalformedJson {
        try (var walk = new JsonWalk(JSON.createParser(ObjectReadContext.empty(), document))) {
            walk.parser.nextToken();
            T value = reading.read(walk);
            if (walk.parser.nextToken() != null) {
                throw walk.malformed("nothing more");
            }
            return value;
        } catch (JacksonException broken) {
            // Jackson's own words may repeat what was sent; the place is enough.
            var place = broken.getLocation();
            throw new MalformedJson("no valid JSON at "
                    + (place == null ? "an unknown place" : "byte " + Math.max(0, place.getByteOffset())));
        }
    }

    /** Tells whether an object begins here. */
    public boolean isObject() {
        return parser.currentToken() == JsonToken.START_OBJECT;
    }

    /** Reads an object, key by key; false where there is null instead. */
    public boolean object(Member member) throws MalformedJson {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return false;
        }
        expect(JsonToken.START_OBJECT, "an object");
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            parser.nextToken();
            member.take(key);
        }
        expect(JsonToken.END_OBJECT, "the end of an object");
        return true;
    }

    /** Reads a list, element by element; null is an empty one. */
    public void list(Element element) throws MalformedJson {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return;
        }
        expect(JsonToken.START_ARRAY, "a list");
        for (int index = 0; parser.nextToken() != JsonToken.END_ARRAY; index++) {
            if (parser.currentToken() == null) {
                throw malformed("the end of a list");
            }
            element.take(index);
        }
    }

    /** Reads a text; null is an empty one. */
    public String text() throws MalformedJson {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return "";
        }
        expect(JsonToken.VALUE_STRING, "a text");
        return parser.getString();
    }

    /** Reads a whole number; null is none. */
    public OptionalLong number() throws MalformedJson {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return OptionalLong.empty();
        }
        expect(JsonToken.VALUE_NUMBER_INT, "a whole number");
        try {
            return OptionalLong.of(parser.getLongValue());
        } catch (JacksonException tooLarge) {
            throw malformed("a number of 64 bits");
        }
    }

    /** Reads true or false; null is false. */
    public boolean flag() throws MalformedJson {
        return switch (parser.currentToken()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE, VALUE_NULL -> false;
            case null, default -> throw malformed("true or false");
        };
    }

    /** Passes over a value, whatever it is. */
    public void skip() {
        parser.skipChildren();
    }

    private void expect(JsonToken token, String name) throws MalformedJson {
        if (parser.currentToken() != token) {
            throw malformed(name);
        }
    }

    private MalformedJson malformed(String expected) {
        String pointer = parser.streamReadContext().pathAsPointer().toString();
        return new MalformedJson((pointer.isEmpty() ? "the document" : pointer) + " is not " + expected);
    }

    @Override
    public void close() {
        parser.close();
    }
}
