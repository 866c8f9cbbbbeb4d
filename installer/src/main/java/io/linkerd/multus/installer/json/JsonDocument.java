// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * An immutable JSON value that is asked by path.
 *
 * <p>A question about something that is absent, null or of another type has no answer; it never fails.
 */
public final class JsonDocument {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Object NULL = new Object();

    private final Object value;

    private JsonDocument(Object value) {
        this.value = value;
    }

    /** Reads exactly one JSON value; anything after it is an error. */
    public static JsonDocument parse(byte[] json) throws MalformedJson {
        try (var parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            var token = parser.nextToken();
            if (token == null) {
                throw new MalformedJson("the document is empty");
            }
            var root = read(parser, token);
            if (parser.nextToken() != null) {
                throw new MalformedJson("there is more after the first JSON value");
            }
            return new JsonDocument(root);
        } catch (JacksonException e) {
            throw new MalformedJson(e.getOriginalMessage(), e);
        }
    }

    /** Reads exactly one JSON value; anything after it is an error. */
    public static JsonDocument parse(String json) throws MalformedJson {
        return parse(json.getBytes(StandardCharsets.UTF_8));
    }

    /** The string at this path of member names. */
    public Optional<String> text(String... path) {
        return find(path) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** The whole number at this path of member names; one with a fraction has none. */
    public OptionalLong number(String... path) {
        return find(path) instanceof Long number ? OptionalLong.of(number) : OptionalLong.empty();
    }

    /** Whether anything but null is at this path of member names. */
    public boolean has(String... path) {
        return member(path).isPresent();
    }

    /** Whatever is at this path of member names, except null. */
    public Optional<JsonDocument> member(String... path) {
        var found = find(path);
        return found == null || found.equals(NULL) ? Optional.empty() : Optional.of(new JsonDocument(found));
    }

    /** The elements of the array at this path; none where there is no array. */
    public List<JsonDocument> items(String... path) {
        if (!(find(path) instanceof List<?> list)) {
            return List.of();
        }
        var items = new ArrayList<JsonDocument>(list.size());
        for (var item : list) {
            items.add(new JsonDocument(item));
        }
        return List.copyOf(items);
    }

    /** The string elements of the array at this path; elements of another type are passed over. */
    public List<String> texts(String... path) {
        return items(path).stream().flatMap(item -> item.text().stream()).toList();
    }

    private @Nullable Object find(String... path) {
        Object at = value;
        for (var name : path) {
            if (!(at instanceof Map<?, ?> members)) {
                return null;
            }
            at = members.get(name);
            if (at == null) {
                return null;
            }
        }
        return at;
    }

    private static Object read(JsonParser parser, JsonToken token) {
        return switch (token) {
            case START_OBJECT -> readObject(parser);
            case START_ARRAY -> readArray(parser);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> readWhole(parser);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            // Fractions are of no use to anybody here; the rest cannot stand where a value is expected.
            case VALUE_NUMBER_FLOAT, VALUE_NULL, VALUE_EMBEDDED_OBJECT -> NULL;
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, NOT_AVAILABLE -> NULL;
        };
    }

    private static Object readWhole(JsonParser parser) {
        try {
            return parser.getLongValue();
        } catch (JacksonException _) {
            return NULL; // beyond 64 bits: nothing that we ask for is
        }
    }

    private static Map<String, Object> readObject(JsonParser parser) {
        var members = new LinkedHashMap<String, Object>();
        for (var token = parser.nextToken(); token == JsonToken.PROPERTY_NAME; token = parser.nextToken()) {
            var name = parser.currentName();
            members.put(name, read(parser, parser.nextToken()));
        }
        return members;
    }

    private static List<Object> readArray(JsonParser parser) {
        var items = new ArrayList<>();
        for (var token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(read(parser, token));
        }
        return items;
    }
}
