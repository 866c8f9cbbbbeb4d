// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/**
 * A JSON text with the places of its values, so that it can be changed by splicing and is never written anew.
 *
 * @param text the text as it was found
 * @param root its only value
 */
record JsonText(String text, JsonValue root) {

    /** How a key that stands twice in an object is taken. */
    enum DuplicateKeys {
        REFUSED,
        AS_GO_TAKES_THEM
    }

    /** Largest text that is read: the API server keeps no object above 1.5 MiB, and a ConfigMap holds 1 MiB at most. */
    static final int MAX_LENGTH = 1024 * 1024;

    /** Deepest nesting that is read; a CNI configuration of many plugins needs less than ten. */
    private static final int MAX_DEPTH = 100;

    private static final StreamReadConstraints CONSTRAINTS = StreamReadConstraints.builder()
            .maxNestingDepth(MAX_DEPTH)
            .maxDocumentLength(MAX_LENGTH)
            .build();

    // Keys of strangers: neither interned nor kept in a table that outlives the text.
    private static final JsonFactory LENIENT = JsonFactory.builder()
            .streamReadConstraints(CONSTRAINTS)
            .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .build();

    private static final JsonFactory STRICT = LENIENT.rebuild()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    static JsonReading read(String text, DuplicateKeys duplicateKeys) {
        if (text.length() > MAX_LENGTH) {
            return new JsonReading.Invalid("longer than " + MAX_LENGTH + " characters", 1, 1);
        }
        var factory = switch (duplicateKeys) {
            case REFUSED -> STRICT;
            case AS_GO_TAKES_THEM -> LENIENT;
        };
        try (var parser = factory.createParser(ObjectReadContext.empty(), text.toCharArray())) {
            return read(text, parser);
        }
    }

    private static JsonReading read(String text, JsonParser parser) {
        try {
            return new Reader(text, parser).document();
        } catch (JacksonException problem) {
            // Violated limits know no place of their own.
            var place = problem.getLocation() == null ? parser.currentLocation() : problem.getLocation();
            return new JsonReading.Invalid(
                    problem.getOriginalMessage(), Math.max(1, place.getLineNr()), Math.max(1, place.getColumnNr()));
        }
    }

    /** Answers the text with the edits made; everything else stays byte for byte. */
    String with(List<JsonEdit> edits) {
        var result = new StringBuilder(text);
        edits.stream()
                .sorted(JsonEdit.LAST_FIRST)
                .forEach(edit -> result.replace(edit.start(), edit.end(), edit.text()));
        return result.toString();
    }

    /** Walks the tokens of one text. */
    private record Reader(String text, JsonParser parser) {

        JsonReading document() {
            if (parser.nextToken() == null) {
                return new JsonReading.Invalid("empty", 1, 1);
            }
            var root = value();
            if (parser.nextToken() != null) {
                var place = parser.currentTokenLocation();
                return new JsonReading.Invalid(
                        "text after the end of the value", place.getLineNr(), place.getColumnNr());
            }
            return new JsonReading.Valid(new JsonText(text, root));
        }

        private JsonValue value() {
            int start = offset();
            return switch (parser.currentToken()) {
                case START_OBJECT -> members(start);
                case START_ARRAY -> elements(start);
                case VALUE_STRING -> {
                    var string = parser.getString();
                    yield new JsonValue.Text(start, endOfString(start), string);
                }
                case VALUE_NULL -> new JsonValue.Null(start, endOfLiteral(start));
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE ->
                    new JsonValue.Other(start, endOfLiteral(start));
                case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT ->
                    throw new IllegalStateException("not the start of a JSON value: " + parser.currentToken());
            };
        }

        private JsonValue members(int start) {
            var members = new ArrayList<JsonValue.Member>();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                int keyStart = offset();
                var name = parser.currentName();
                parser.nextToken();
                members.add(new JsonValue.Member(keyStart, name, value()));
            }
            return new JsonValue.Members(start, offset() + 1, members);
        }

        private JsonValue elements(int start) {
            var elements = new ArrayList<JsonValue>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                elements.add(value());
            }
            return new JsonValue.Elements(start, offset() + 1, elements);
        }

        private int offset() {
            return Math.toIntExact(parser.currentTokenLocation().getCharOffset());
        }

        private int endOfString(int start) {
            int position = start + 1;
            while (text.charAt(position) != '"') {
                position += text.charAt(position) == '\\' ? 2 : 1;
            }
            return position + 1;
        }

        private int endOfLiteral(int start) {
            int position = start;
            while (position < text.length() && ",]} \t\r\n".indexOf(text.charAt(position)) < 0) {
                position++;
            }
            return position;
        }
    }
}
