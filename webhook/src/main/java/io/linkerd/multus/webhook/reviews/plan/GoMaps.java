// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews.plan;

import io.linkerd.multus.contracts.json.JsonValue;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Objects as a Go program has them that decodes into a map of anything: keys count exactly, and the last one of each is left. */
final class GoMaps {
    private GoMaps() {}

    /** {@return what is under a key, null included} */
    static Optional<JsonValue> value(JsonValue.Members object, String key) {
        return object.members().stream()
                .filter(member -> member.name().equals(key))
                .map(JsonValue.Member::value)
                .reduce((_, later) -> later);
    }

    /** {@return the object as it is after it was written anew: without doubled keys, and in their order, all the way down} */
    static JsonValue.Members collapsed(JsonValue.Members object) {
        var left = new TreeMap<String, JsonValue.Member>();
        for (var member : object.members()) {
            left.put(member.name(), new JsonValue.Member(member.start(), member.name(), collapsed(member.value())));
        }
        return new JsonValue.Members(object.start(), object.end(), List.copyOf(left.values()));
    }

    private static JsonValue collapsed(JsonValue value) {
        return switch (value) {
            case JsonValue.Members members -> collapsed(members);
            case JsonValue.Elements list ->
                new JsonValue.Elements(
                        list.start(),
                        list.end(),
                        list.elements().stream().map(GoMaps::collapsed).toList());
            case JsonValue.Text _, JsonValue.Whole _, JsonValue.Null _, JsonValue.Other _ -> value;
        };
    }
}
