// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs.templates;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.util.ArrayList;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A CNI configuration with pointers to others, {@code __FILE__}.
 *
 * <p>A pointer is a string that is nothing else, or stands bare where a value stands. It is replaced by the file's JSON value as that is
 * written there, blanks and all. Text that has such a word somewhere in it is left as it is, names of members are, and what is taken in is
 * not looked through for further pointers.
 */
public final class Template {
    private static final Pattern POINTER = Pattern.compile("__([A-Za-z0-9][A-Za-z0-9._-]*)__");

    /**
     * A string, however far it goes, or a bare pointer: what is within a string is found to be that first. One without an end goes to the
     * end of the text, which is no JSON then; else an end would be looked for from each quote in it.
     */
    private static final Pattern STRING_OR_POINTER =
            Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"?|(?<![\\w.-])(__[A-Za-z0-9][A-Za-z0-9._-]*__)(?![\\w.-])");

    /** No longer than any network that is read. */
    private static final int LONGEST = CniNetwork.LIMITS.length();

    private final String name;
    private final String text;

    /** A template for the configuration of this name. */
    public Template(String name, String text) {
        this.name = name;
        this.text = text;
    }

    /**
     * {@return the configuration, which is a JSON object, or why there is none}
     *
     * @param files what the node has in a file of that name, or why that is not to be had
     */
    public Result<String> render(Function<String, Result<String>> files) {
        return JsonText.read(quoted(), CniNetwork.LIMITS)
                .then(json -> json.root() instanceof JsonValue.Members object
                        ? filled(json, object, files)
                        : new Result.Not<>("is no JSON object"));
    }

    /** With each bare pointer as a string, which is JSON. */
    private String quoted() {
        return STRING_OR_POINTER
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group(1) == null ? found.group() : "\"" + found.group(1) + "\""));
    }

    private Result<String> filled(JsonText json, JsonValue.Members object, Function<String, Result<String>> files) {
        var edits = new ArrayList<JsonEdit>();
        long length = text.length();
        for (var value : values(object).toList()) {
            var pointer = POINTER.matcher(value.text().orElse(""));
            if (!pointer.matches()) {
                continue;
            }
            switch (content(pointer.group(1), files)) {
                case Result.Ok<String>(var content) -> {
                    edits.add(JsonEdit.replace(value, content));
                    length += content.length();
                }
                case Result.Not<String>(var reason) -> {
                    return new Result.Not<>("points to " + pointer.group(1) + ", " + reason);
                }
            }
            if (length > LONGEST) {
                return new Result.Not<>("is longer than " + LONGEST + " characters once it is filled");
            }
        }
        return new Result.Ok<>(json.with(edits));
    }

    private Result<String> content(String file, Function<String, Result<String>> files) {
        if (file.equals(name)) {
            return new Result.Not<>("which is itself");
        }
        return files.apply(file).then(content -> switch (JsonText.read(content, CniNetwork.LIMITS)) {
            case Result.Ok<JsonText>(var read) -> new Result.Ok<>(read.written(read.root()));
            case Result.Not<JsonText>(var reason) -> new Result.Not<>("which is no JSON: " + reason);
        });
    }

    private static Stream<JsonValue> values(JsonValue value) {
        return switch (value) {
            case JsonValue.Members object -> object.members().stream().flatMap(member -> values(member.value()));
            case JsonValue.Elements array -> array.elements().stream().flatMap(Template::values);
            case JsonValue.Text _, JsonValue.Whole _, JsonValue.Null _, JsonValue.Other _ -> Stream.of(value);
        };
    }
}
