// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.results;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.util.TreeMap;

/** A JSON value as it compares: wherever it stands, and in whichever order its members do. */
public final class JsonTree {
    private static final JsonLimits LIMITS =
            JsonLimits.ofLength(16 << 20).depth(200).uniqueKeys().build();

    private JsonTree() {}

    public static Object of(String json) {
        var text = read(json);
        return of(text, text.root());
    }

    public static JsonText read(String json) {
        return switch (JsonText.read(json, LIMITS)) {
            case Result.Ok<JsonText>(var text) -> text;
            case Result.Not<JsonText>(var reason) -> throw new AssertionError(reason + " in " + json);
        };
    }

    public static Object of(JsonText text, JsonValue value) {
        return switch (value) {
            case JsonValue.Members object -> {
                var members = new TreeMap<String, Object>();
                object.members().forEach(member -> members.put(member.name(), of(text, member.value())));
                yield members;
            }
            case JsonValue.Elements list ->
                list.elements().stream().map(element -> of(text, element)).toList();
            case JsonValue.Text string -> "\"" + string.value();
            case JsonValue.Whole _, JsonValue.Null _, JsonValue.Other _ -> text.written(value);
        };
    }
}
