// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.attachments;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.json.JsonText;
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

        private Stream<String> fieldProblems(JsonText json, JsonValue.Members object) {
            return object.members().stream()
                    .flatMap(member -> fields.entrySet().stream()
                            .filter(field -> GoText.isKey(member.name(), field.getKey()))
                            .flatMap(field ->
                                    field.getValue().problems(json, "\"" + field.getKey() + "\"", member.value())));
        }
    }

    /** {@return what keeps Go from decoding the value, each with its place} */
    default Stream<String> problems(JsonText json, String name, JsonValue value) {
        if (value instanceof JsonValue.Null) {
            return Stream.empty();
        }
        return switch (this) {
            case Anything _ -> Stream.empty();
            case Text _ -> value instanceof JsonValue.Text ? Stream.empty() : not("a string", json, name, value);
            case Flag _ -> isFlag(json, value) ? Stream.empty() : not("true or false", json, name, value);
            case ListOf(var type) ->
                value instanceof JsonValue.Elements list
                        ? list.elements().stream()
                                .flatMap(element -> type.problems(json, "an element of " + name, element))
                        : not("a list", json, name, value);
            case MapOf(var type) ->
                value instanceof JsonValue.Members map
                        ? map.members().stream()
                                .flatMap(member -> type.problems(json, "a value in " + name, member.value()))
                        : not("an object", json, name, value);
            case Struct struct ->
                value instanceof JsonValue.Members members
                        ? struct.fieldProblems(json, members)
                        : not("an object", json, name, value);
        };
    }

    private static Stream<String> not(String expected, JsonText json, String name, JsonValue value) {
        return Stream.of(json.problem(value.start(), name + " is not " + expected));
    }

    private static boolean isFlag(JsonText json, JsonValue value) {
        char first = json.text().charAt(value.start());
        return value instanceof JsonValue.Other && (first == 't' || first == 'f');
    }
}
