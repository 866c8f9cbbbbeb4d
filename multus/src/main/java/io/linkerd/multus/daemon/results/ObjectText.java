// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.results;

import java.util.List;
import java.util.OptionalLong;

/** Writes a JSON object member by member, as Go writes a struct: what is empty can be left out. */
public final class ObjectText {
    private final StringBuilder text = new StringBuilder("{");

    /** Adds a member whose value is JSON already. */
    public ObjectText json(String name, String json) {
        text.append(text.length() == 1 ? "" : ",")
                .append(GoJson.quote(name))
                .append(':')
                .append(json);
        return this;
    }

    /** Adds a text. */
    public ObjectText text(String name, String value) {
        return json(name, GoJson.quote(value));
    }

    /** Adds a text that is not empty. */
    public ObjectText textIfAny(String name, String value) {
        return value.isEmpty() ? this : text(name, value);
    }

    /** Adds a number that is not 0. */
    public ObjectText numberIfAny(String name, long value) {
        return value == 0 ? this : json(name, Long.toString(value));
    }

    /** Adds a number, if there is one. */
    public ObjectText number(String name, OptionalLong value) {
        return value.isEmpty() ? this : json(name, Long.toString(value.getAsLong()));
    }

    /** Adds a list of values that are JSON already, if there are any. */
    public ObjectText listIfAny(String name, List<String> json) {
        return json.isEmpty() ? this : json(name, "[" + String.join(",", json) + "]");
    }

    /** Adds a list of texts, if there are any. */
    public ObjectText textsIfAny(String name, List<String> values) {
        return listIfAny(name, values.stream().map(GoJson::quote).toList());
    }

    /** {@return the object} */
    @Override
    public String toString() {
        return text + "}";
    }
}
