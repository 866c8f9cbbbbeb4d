// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import java.util.ArrayList;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/**
 * Walks the tokens of one text and notes where they stand.
 *
 * @param text what is read
 * @param parser where in it the walk is
 */
record JsonTextReader(String text, JsonParser parser) {

    static JsonReading read(String text, JsonRules rules) {
        if (text.length() > rules.maxLength()) {
            return new JsonReading.Invalid("longer than " + rules.maxLength() + " characters", JsonPlace.START);
        }
        try (var parser = rules.factory().createParser(ObjectReadContext.empty(), text.toCharArray())) {
            return new JsonTextReader(text, parser).document();
        }
    }

    private JsonReading document() {
        try {
            if (parser.nextToken() == null) {
                return new JsonReading.Invalid("nothing there", JsonPlace.START);
            }
            var root = value();
            return parser.nextToken() == null
                    ? new JsonReading.Valid(new JsonText(text, root))
                    : new JsonReading.Invalid(
                            "text after the end of the value", JsonPlace.of(parser.currentTokenLocation()));
        } catch (JacksonException problem) {
            return new JsonReading.Invalid(reason(problem), JsonPlace.of(problem.getLocation(), parser));
        }
    }

    /** Jackson's words, which name the character, but for those that speak of its own settings. */
    private static String reason(JacksonException problem) {
        return switch (problem) {
            case StreamConstraintsException _ ->
                "nested deeper than " + JsonRules.MAX_DEPTH + " levels, or a number longer than " + JsonRules.MAX_NUMBER
                        + " characters";
            case UnexpectedEndOfInputException _ -> "ends in the middle of a value";
            default -> problem.getOriginalMessage();
        };
    }

    private JsonValue value() {
        int start = offset();
        return switch (parser.currentToken()) {
            case START_OBJECT -> members(start);
            case START_ARRAY -> elements(start);
            case VALUE_STRING -> text(start, parser.getString());
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

    /** The parser has read the string to its end, so there is a closing quote. */
    private JsonValue text(int start, String string) {
        int position = start + 1;
        while (text.charAt(position) != '"') {
            position += text.charAt(position) == '\\' ? 2 : 1;
        }
        return new JsonValue.Text(start, position + 1, string);
    }

    private int endOfLiteral(int start) {
        int position = start;
        while (position < text.length() && ",]} \t\r\n".indexOf(text.charAt(position)) < 0) {
            position++;
        }
        return position;
    }
}
