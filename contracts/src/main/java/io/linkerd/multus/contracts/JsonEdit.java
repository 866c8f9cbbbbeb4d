// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import java.util.Comparator;
import tools.jackson.core.io.JsonStringEncoder;

/** A piece of a JSON text, and what stands there instead. */
record JsonEdit(int start, int end, String text) {

    /** From the end of the text to its beginning, so that no edit moves the place of another. */
    static final Comparator<JsonEdit> LAST_FIRST =
            Comparator.comparingInt(JsonEdit::start).reversed();

    static JsonEdit replace(JsonValue value, String text) {
        return new JsonEdit(value.start(), value.end(), text);
    }

    /** Appends members in the style of those that are there: the blanks before the last one stand before each new one. */
    static JsonEdit append(JsonText json, JsonValue.Members to, String members) {
        if (to.members().isEmpty()) {
            return insert(to.start() + 1, members);
        }
        var last = to.members().getLast();
        return insert(last.value().end(), "," + blanksBefore(json.text(), last.start()) + members);
    }

    /** Appends an element in the style of those that are there. */
    static JsonEdit append(JsonText json, JsonValue.Elements to, String element) {
        if (to.elements().isEmpty()) {
            return insert(to.start() + 1, element);
        }
        var last = to.elements().getLast();
        return insert(last.end(), "," + blanksBefore(json.text(), last.start()) + element);
    }

    /** Writes a string as JSON, quotes included. */
    static String quote(String text) {
        var quoted = new StringBuilder("\"");
        JsonStringEncoder.getInstance().quoteAsString(text, quoted);
        return quoted.append('"').toString();
    }

    private static JsonEdit insert(int place, String text) {
        return new JsonEdit(place, place, text);
    }

    private static String blanksBefore(String text, int place) {
        int start = place;
        while (" \t\r\n".indexOf(text.charAt(start - 1)) >= 0) {
            start--;
        }
        return text.substring(start, place);
    }
}
