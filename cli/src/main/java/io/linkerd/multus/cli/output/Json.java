// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.output;

import io.linkerd.multus.contracts.json.JsonEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A JSON value for scripts. */
public sealed interface Json {
    /** A string. */
    record Text(String value) implements Json {}

    /** True or false. */
    record Flag(boolean value) implements Json {}

    /** A whole number. */
    record Whole(long value) implements Json {}

    /** Null: there is none. */
    record Nothing() implements Json {}

    /** An array. */
    record Items(List<? extends Json> items) implements Json {
        /** Copies. */
        public Items {
            items = List.copyOf(items);
        }

        /** {@return an array of strings} */
        public static Items ofTexts(List<String> texts) {
            return new Items(texts.stream().map(Text::new).toList());
        }
    }

    /** An object, its members in that order. */
    record Members(List<Member> members) implements Json {
        /** Copies. */
        public Members {
            members = List.copyOf(members);
        }

        /** {@return an object without members} */
        public static Members none() {
            return new Members(List.of());
        }

        /** {@return this one, and a member after those that it has} */
        public Members with(String name, Json value) {
            var all = new ArrayList<>(members);
            all.add(new Member(name, value));
            return new Members(all);
        }

        /** {@return this one, and a string after the members that it has} */
        public Members with(String name, String value) {
            return with(name, new Text(value));
        }
    }

    /** A key and its value. */
    record Member(String name, Json value) {}

    /** {@return it over several lines, two blanks deeper at each level, as Linkerd's command line has it} */
    default String pretty() {
        return pretty("\n");
    }

    /** {@return it in one line, without blanks} */
    default String compact() {
        return switch (this) {
            case Text _, Flag _, Whole _, Nothing _ -> pretty();
            case Items(var items) ->
                items.stream().map(item -> ((Json) item).compact()).collect(Collectors.joining(",", "[", "]"));
            case Members(var members) ->
                members.stream()
                        .map(member ->
                                quote(member.name()) + ":" + member.value().compact())
                        .collect(Collectors.joining(",", "{", "}"));
        };
    }

    private String pretty(String line) {
        var deeper = line + "  ";
        return switch (this) {
            case Text(var value) -> quote(value);
            case Flag(var value) -> Boolean.toString(value);
            case Whole(var value) -> Long.toString(value);
            case Nothing() -> "null";
            case Items(var items) ->
                in('[', items.stream().map(item -> ((Json) item).pretty(deeper)).toList(), ']', line);
            case Members(var members) ->
                in('{', members.stream().map(member -> member(member, deeper)).toList(), '}', line);
        };
    }

    /** As JSON has it, and nothing in it that a terminal would carry out or a reader would not see. */
    private static String quote(String text) {
        return Shown.escaped(JsonEdit.quote(text));
    }

    private static String member(Member member, String line) {
        return quote(member.name()) + ": " + member.value().pretty(line);
    }

    private static String in(char begin, List<String> inner, char end, String line) {
        return inner.isEmpty()
                ? "" + begin + end
                : begin + line + "  " + String.join("," + line + "  ", inner) + line + end;
    }
}
