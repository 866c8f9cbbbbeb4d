// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews.plan;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonText.Problem;
import io.linkerd.multus.contracts.json.JsonValue;
import java.util.Map;
import java.util.stream.Stream;

/** What a Go program decodes a value into. Null is all right for each of them: it leaves a variable as it was. */
sealed interface GoType {

    /** A string. */
    record Text() implements GoType {}

    /** A bool. */
    record Flag() implements GoType {}

    /** Whatever it is. */
    record Anything() implements GoType {}

    /** A slice. */
    record ListOf(GoType element) implements GoType {}

    /** A map whose keys are strings. */
    record MapOf(GoType value) implements GoType {}

    /** A struct. Its fields are found whatever the case of a key, and other keys are passed over. */
    record Struct(Map<String, GoType> fields) implements GoType {
        public Struct {
            fields = Map.copyOf(fields);
        }

        private Stream<Problem> fieldProblems(JsonText json, JsonValue.Members object) {
            return object.members().stream()
                    .flatMap(member -> fields.entrySet().stream()
                            .filter(field -> GoText.isKey(member.name(), field.getKey()))
                            .flatMap(field ->
                                    field.getValue().problems(json, "\"" + field.getKey() + "\"", member.value())));
        }
    }

    /** {@return what keeps Go from decoding the value} As many problems as the value has parts. */
    default Stream<Problem> problems(JsonText json, String name, JsonValue value) {
        if (value instanceof JsonValue.Null) {
            return Stream.empty();
        }
        return switch (this) {
            case Anything _ -> Stream.empty();
            case Text _ -> value instanceof JsonValue.Text ? Stream.empty() : not("a string", name, value);
            case Flag _ -> isFlag(json, value) ? Stream.empty() : not("true or false", name, value);
            case ListOf(var type) ->
                value instanceof JsonValue.Elements list
                        ? list.elements().stream()
                                .flatMap(element -> type.problems(json, "an element of " + name, element))
                        : not("a list", name, value);
            case MapOf(var type) ->
                value instanceof JsonValue.Members map
                        ? map.members().stream()
                                .flatMap(member -> type.problems(json, "a value in " + name, member.value()))
                        : not("an object", name, value);
            case Struct struct ->
                value instanceof JsonValue.Members members
                        ? struct.fieldProblems(json, members)
                        : not("an object", name, value);
        };
    }

    private static Stream<Problem> not(String expected, String name, JsonValue value) {
        return Stream.of(new Problem(value.start(), name + " is not " + expected));
    }

    private static boolean isFlag(JsonText json, JsonValue value) {
        char first = json.text().charAt(value.start());
        return value instanceof JsonValue.Other && (first == 't' || first == 'f');
    }
}
