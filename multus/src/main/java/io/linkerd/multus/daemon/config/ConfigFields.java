// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The fields of a JSON object as Go decodes them: keys in any case, of several the last that is not null. Notes every field that is of
 * another type than it is asked for, and goes on as if it was not there.
 */
final class ConfigFields {
    private final JsonText json;
    private final JsonValue.Members object;
    private final String prefix;
    private final List<ConfigProblem> problems;
    private final Set<String> asked = new TreeSet<>();

    private ConfigFields(JsonText json, JsonValue.Members object, String prefix, List<ConfigProblem> problems) {
        this.json = json;
        this.object = object;
        this.prefix = prefix;
        this.problems = problems;
    }

    ConfigFields(JsonText json, JsonValue.Members object) {
        this(json, object, "", new ArrayList<>());
    }

    /** {@return a text that is not empty} */
    Optional<String> text(String field) {
        var value = value(field);
        if (value.isPresent() && !(value.get() instanceof JsonValue.Text)) {
            wrongType(field, "a text");
        }
        return value.flatMap(JsonValue::text).filter(text -> !text.isEmpty());
    }

    /** {@return a text that is not empty, and can be a path} */
    Optional<Path> path(String field) {
        try {
            return text(field).map(Path::of);
        } catch (InvalidPathException _) {
            wrongType(field, "a path");
            return Optional.empty();
        }
    }

    Optional<Boolean> flag(String field) {
        var value = value(field);
        var flag = value.flatMap(this::flag);
        if (value.isPresent() && flag.isEmpty()) {
            wrongType(field, "true or false");
        }
        return flag;
    }

    OptionalInt whole(String field) {
        var value = value(field);
        if (value.isEmpty()) {
            return OptionalInt.empty();
        }
        var number = value.get().number();
        if (number.isEmpty() || number.getAsLong() != (int) number.getAsLong()) {
            wrongType(field, "a whole number");
            return OptionalInt.empty();
        }
        return OptionalInt.of((int) number.getAsLong());
    }

    Optional<List<String>> texts(String field) {
        return list(field, JsonValue.Text.class, "a list of texts")
                .map(texts ->
                        texts.stream().flatMap(text -> text.text().stream()).toList());
    }

    /** {@return the objects of a list as they are written} */
    List<String> objects(String field) {
        return list(field, JsonValue.Members.class, "a list of objects").orElse(List.of()).stream()
                .map(json::written)
                .toList();
    }

    Optional<ConfigFields> object(String field) {
        return members(field).map(members -> new ConfigFields(json, members, prefix + field + ".", problems));
    }

    /** {@return an object as it is written} */
    Optional<String> written(String field) {
        return members(field).map(json::written);
    }

    /** {@return the members of an object, each as it is written} */
    SequencedMap<String, String> writtenMembers(String field) {
        var written = new LinkedHashMap<String, String>();
        members(field).stream()
                .flatMap(members -> members.members().stream())
                .filter(member -> !(member.value() instanceof JsonValue.Null))
                .forEach(member -> written.put(member.name(), json.written(member.value())));
        return written;
    }

    /** {@return the members of an object, which are true or false each; null is false} */
    Map<String, Boolean> flags(String field) {
        var flags = new LinkedHashMap<String, Boolean>();
        for (var member : members(field).map(JsonValue.Members::members).orElse(List.of())) {
            var flag = member.value() instanceof JsonValue.Null ? Optional.of(false) : flag(member.value());
            flag.ifPresentOrElse(
                    value -> flags.put(member.name(), value),
                    () -> wrongType(field + "." + GoText.shorten(member.name()), "true or false"));
        }
        return flags;
    }

    /** Notes a problem of a field, of which the first one counts. */
    void problem(String field, String rule, ExitCode exit) {
        if (problems.stream().noneMatch(problem -> problem.key().equals(prefix + field))) {
            problems.add(new ConfigProblem(prefix + field, rule, exit));
        }
    }

    List<ConfigProblem> problems() {
        return List.copyOf(problems);
    }

    /** {@return keys that were not asked for, as they are written} */
    List<String> strangers() {
        return object.members().stream()
                .map(JsonValue.Member::name)
                .filter(name -> asked.stream().noneMatch(field -> GoText.isKey(name, field)))
                .distinct()
                .toList();
    }

    private <T extends JsonValue> Optional<List<T>> list(String field, Class<T> element, String words) {
        var value = value(field);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        if (!(value.get() instanceof JsonValue.Elements list)
                || !list.elements().stream().allMatch(element::isInstance)) {
            wrongType(field, words);
            return Optional.empty();
        }
        return Optional.of(list.elements().stream().map(element::cast).toList());
    }

    private Optional<JsonValue.Members> members(String field) {
        var value = value(field);
        if (value.isPresent() && !(value.get() instanceof JsonValue.Members)) {
            wrongType(field, "an object");
        }
        return value.filter(JsonValue.Members.class::isInstance).map(JsonValue.Members.class::cast);
    }

    private Optional<JsonValue> value(String field) {
        asked.add(field);
        return object.goMembers(field)
                .map(JsonValue.Member::value)
                .filter(value -> !(value instanceof JsonValue.Null))
                .reduce((_, later) -> later);
    }

    private Optional<Boolean> flag(JsonValue value) {
        return Stream.of(true, false)
                .filter(flag -> json.written(value).equals(flag.toString()))
                .findFirst();
    }

    private void wrongType(String field, String words) {
        problem(field, "is not " + words, ExitCode.CONFIGURATION_INVALID);
    }
}
