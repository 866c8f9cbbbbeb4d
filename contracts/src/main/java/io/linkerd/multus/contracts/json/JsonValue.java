// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import io.linkerd.multus.contracts.GoText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A value of a JSON text and where it stands: {@code text.substring(start(), end())}. */
public sealed interface JsonValue {

    int start();

    int end();

    /** An object, its members in the order of the text. */
    record Members(int start, int end, List<Member> members) implements JsonValue {
        public Members {
            members = List.copyOf(members);
        }

        /** The members that a Go program decodes into the field of this name. */
        public Stream<Member> named(String name) {
            return members.stream().filter(member -> GoText.isKey(member.name(), name));
        }

        /** What Go has in a string field after decoding: the last one, since null leaves it as it was; empty counts as none. */
        public Optional<String> text(String name) {
            return named(name)
                    .map(Member::value)
                    .filter(Text.class::isInstance)
                    .map(value -> ((Text) value).text())
                    .reduce((_, later) -> later)
                    .filter(text -> !text.isEmpty());
        }
    }

    /** An array, its elements in the order of the text. */
    record Elements(int start, int end, List<JsonValue> elements) implements JsonValue {
        public Elements {
            elements = List.copyOf(elements);
        }
    }

    /** A string, its escapes resolved. */
    record Text(int start, int end, String text) implements JsonValue {}

    /** The literal null. */
    record Null(int start, int end) implements JsonValue {}

    /** A number, true or false: nothing here ever looks into one. */
    record Other(int start, int end) implements JsonValue {}

    /** A key, where it starts, and its value. */
    record Member(int start, String name, JsonValue value) {}
}
