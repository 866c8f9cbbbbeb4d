// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One plugin of a network.
 *
 * @param type the name of its program
 * @param name its own, which most have not; empty for none
 * @param capabilities what it wants to be told by the container runtime
 * @param text its configuration as it was written
 */
public record PluginConfig(String type, String name, Set<String> capabilities, String text) {
    private static final String TRUE = "true";
    private static final String FALSE = "false";

    /** Copies. */
    public PluginConfig {
        capabilities = Set.copyOf(capabilities);
    }

    /** {@return a plugin, or why libcni loads none from this object} */
    static Result<PluginConfig> read(JsonText json, JsonValue value) {
        var problem = problem(json, value);
        if (problem.isPresent()) {
            return new Result.Not<>("error parsing configuration: " + problem.get());
        }
        return value instanceof JsonValue.Members members
                        && members.goText("type").isPresent()
                ? new Result.Ok<>(new PluginConfig(
                        members.goText("type").get(),
                        members.goText("name").orElse(""),
                        capabilities(json, members),
                        json.written(value)))
                : new Result.Not<>("error parsing configuration: missing 'type'");
    }

    /** {@return what keeps Go from decoding the object into what it has for a plugin} */
    static Optional<String> problem(JsonText json, JsonValue value) {
        return switch (value) {
            case JsonValue.Null _ -> Optional.empty();
            case JsonValue.Members members -> problems(json, members).findFirst();
            case JsonValue.Elements _, JsonValue.Text _, JsonValue.Whole _, JsonValue.Other _ ->
                Optional.of("not an object");
        };
    }

    private static Stream<String> problems(JsonText json, JsonValue.Members members) {
        var texts = Stream.of("cniVersion", "name", "type")
                .flatMap(field -> not(members, field, JsonValue.Text.class, "a string"));
        var objects = Stream.of("capabilities", "ipam", "dns")
                .flatMap(field -> not(members, field, JsonValue.Members.class, "an object"));
        var capabilities = switches(members)
                .filter(member ->
                        !isNull(member.value()) && !List.of(TRUE, FALSE).contains(json.written(member.value())))
                .map(_ -> "\"capabilities\" has a value that is neither true nor false");
        return Stream.of(texts, objects, capabilities).flatMap(problems -> problems);
    }

    private static Stream<String> not(
            JsonValue.Members members, String field, Class<? extends JsonValue> type, String inWords) {
        return members.goMembers(field)
                .map(JsonValue.Member::value)
                .filter(value -> !type.isInstance(value) && !isNull(value))
                .map(_ -> "\"" + field + "\" is not " + inWords);
    }

    private static boolean isNull(JsonValue value) {
        return value instanceof JsonValue.Null;
    }

    private static Set<String> capabilities(JsonText json, JsonValue.Members members) {
        var last = switches(members)
                .collect(Collectors.toMap(
                        JsonValue.Member::name, member -> json.written(member.value()), (_, later) -> later));
        return last.entrySet().stream()
                .filter(each -> each.getValue().equals(TRUE))
                .map(each -> each.getKey())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Stream<JsonValue.Member> switches(JsonValue.Members members) {
        return members.goMembers("capabilities")
                .map(JsonValue.Member::value)
                .flatMap(value -> value instanceof JsonValue.Members map ? map.members().stream() : Stream.empty());
    }
}
