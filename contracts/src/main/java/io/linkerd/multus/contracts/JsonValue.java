// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import java.util.List;
import java.util.stream.Stream;

/** A value of a JSON text and the place where it stands: {@code text.substring(start(), end())}. */
sealed interface JsonValue {

    int start();

    int end();

    /** Members in the order of the text. */
    record Members(int start, int end, List<Member> members) implements JsonValue {
        public Members {
            members = List.copyOf(members);
        }

        /** The values that Go's encoding/json takes for this key: it compares keys without regard to case. */
        Stream<JsonValue> named(String name) {
            return members.stream()
                    .filter(member -> member.name().equalsIgnoreCase(name))
                    .map(Member::value);
        }
    }

    /** Elements in the order of the text. */
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
