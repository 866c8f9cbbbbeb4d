// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.json.MalformedJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One object of an annotation as Go decodes it into a struct: keys whatever their case, unknown ones passed over, null as nothing, and the last one
 * counts.
 */
record ElementFields(JsonText json, JsonValue.Members members, String place) {

    /** {@return the text under a key; an empty one is none} */
    Optional<String> text(String field) throws MalformedJson {
        for (var member : members.goMembers(field).toList()) {
            if (!(member.value() instanceof JsonValue.Text) && !(member.value() instanceof JsonValue.Null)) {
                throw not(field, "a string");
            }
        }
        return members.goText(field);
    }

    List<String> texts(String field) throws MalformedJson {
        var texts = new ArrayList<String>();
        for (var element : list(field).orElse(List.of())) {
            texts.add(textOf(element, field));
        }
        return List.copyOf(texts);
    }

    Optional<List<JsonValue>> list(String field) throws MalformedJson {
        var value = value(field);
        if (value.isPresent() && !(value.get() instanceof JsonValue.Elements)) {
            throw not(field, "a list");
        }
        return value.map(list -> ((JsonValue.Elements) list).elements());
    }

    Optional<ElementFields> object(String field) throws MalformedJson {
        var value = value(field);
        if (value.isPresent() && !(value.get() instanceof JsonValue.Members)) {
            throw not(field, "an object");
        }
        return value.map(object -> new ElementFields(json, (JsonValue.Members) object, place));
    }

    /** {@return the objects in a list} */
    List<ElementFields> objects(String field) throws MalformedJson {
        var objects = new ArrayList<ElementFields>();
        for (var element : list(field).orElse(List.of())) {
            if (!(element instanceof JsonValue.Members object)) {
                throw not(field, "a list of objects");
            }
            objects.add(new ElementFields(json, object, place));
        }
        return objects;
    }

    /** {@return a whole number; none is 0} */
    long number(String field) throws MalformedJson {
        var value = value(field);
        if (value.isPresent() && !(value.get() instanceof JsonValue.Whole)) {
            throw not(field, "a whole number");
        }
        return value.map(whole -> ((JsonValue.Whole) whole).value()).orElse(0L);
    }

    MalformedJson not(String field, String kind) {
        return new MalformedJson(place + ": \"" + field + "\" is not " + kind);
    }

    private String textOf(JsonValue value, String field) throws MalformedJson {
        return switch (value) {
            case JsonValue.Text text -> text.value();
            case JsonValue.Null _ -> "";
            case JsonValue.Members _, JsonValue.Elements _, JsonValue.Whole _, JsonValue.Other _ ->
                throw not(field, "a list of strings");
        };
    }

    private Optional<JsonValue> value(String field) {
        return members.goMembers(field)
                .map(JsonValue.Member::value)
                .reduce((_, later) -> later)
                .filter(value -> !(value instanceof JsonValue.Null));
    }
}
