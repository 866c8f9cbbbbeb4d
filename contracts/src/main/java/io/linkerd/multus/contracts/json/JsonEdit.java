// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/** A piece of a JSON text, and what stands there instead. */
public record JsonEdit(int start, int end, String text) {

    public static JsonEdit replace(JsonValue value, String text) {
        return new JsonEdit(value.start(), value.end(), text);
    }

    public static JsonEdit insert(int place, String text) {
        return new JsonEdit(place, place, text);
    }

    /** {@return a string as JSON, quotes included} */
    public static String quote(String text) {
        var quoted = new StringBuilder("\"");
        JsonStringEncoder.getInstance().quoteAsString(text, quoted);
        return quoted.append('"').toString();
    }

    /** {@return a member whose value is JSON already} */
    public static String member(String name, String value) {
        return quote(name) + ":" + value;
    }
}
