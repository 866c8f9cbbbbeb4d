// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A value of a JSON document and where it stands, in characters of a text or in bytes.
 *
 * <p>A path names members exactly, and the last one of a name counts. A question about something that is absent, null or of another
 * type has no answer; it never fails.
 */
public sealed interface JsonValue {

    int start();

    int end();

    /** {@return the only value of a document, or what is wrong with it, without repeating any of it: it may hold secrets} */
    static Result<JsonValue> read(byte[] document, JsonLimits limits) {
        return JsonValueReader.read(document, limits);
    }

    /** {@return whatever is at this path, except null} */
    default Optional<JsonValue> member(String... path) {
        var found = Optional.of(this);
        for (var name : path) {
            found = found.flatMap(value -> value instanceof Members members ? members.last(name) : Optional.empty());
        }
        return found.filter(value -> !(value instanceof Null));
    }

    /** {@return whether anything but null is at this path} */
    default boolean has(String... path) {
        return member(path).isPresent();
    }

    /** {@return the string at this path} */
    default Optional<String> text(String... path) {
        return member(path).flatMap(found -> found instanceof Text text ? Optional.of(text.value()) : Optional.empty());
    }

    /** {@return the whole number at this path; one with a fraction, or beyond 64 bits, is none} */
    default OptionalLong number(String... path) {
        return member(path).orElse(null) instanceof Whole whole ? OptionalLong.of(whole.value()) : OptionalLong.empty();
    }

    /** {@return the elements of the array at this path; none where there is no array} */
    default List<JsonValue> items(String... path) {
        return member(path).orElse(null) instanceof Elements array ? array.elements() : List.of();
    }

    /** {@return the strings in the array at this path; elements of another type are passed over} */
    default List<String> texts(String... path) {
        return items(path).stream().flatMap(item -> item.text().stream()).toList();
    }

    /** An object, its members in the order of the document. */
    record Members(int start, int end, List<Member> members) implements JsonValue {
        public Members {
            members = List.copyOf(members);
        }

        /** {@return the members that a Go program decodes into the field of this name, whatever their case} */
        public Stream<Member> goMembers(String field) {
            return members.stream().filter(member -> GoText.isKey(member.name(), field));
        }

        /** {@return what Go has in a string field after decoding} The last one, since null leaves it as it was; empty is none. */
        public Optional<String> goText(String field) {
            return goMembers(field)
                    .flatMap(member -> member.value().text().stream())
                    .reduce((_, later) -> later)
                    .filter(text -> !text.isEmpty());
        }

        private Optional<JsonValue> last(String name) {
            return members.reversed().stream()
                    .filter(member -> member.name().equals(name))
                    .map(Member::value)
                    .findFirst();
        }
    }

    /** An array, its elements in the order of the document. */
    record Elements(int start, int end, List<JsonValue> elements) implements JsonValue {
        public Elements {
            elements = List.copyOf(elements);
        }
    }

    /** A string, its escapes resolved. */
    record Text(int start, int end, String value) implements JsonValue {
        /** Tells no more than the place: a text may be a token, and values find their way into logs. */
        @Override
        public String toString() {
            return "Text[" + start + ", " + end + "]";
        }
    }

    /** A whole number of 64 bits. */
    record Whole(int start, int end, long value) implements JsonValue {}

    /** The literal null. */
    record Null(int start, int end) implements JsonValue {}

    /** Any other number, true or false: nothing here ever looks into one. */
    record Other(int start, int end) implements JsonValue {}

    /** A key, where it starts, and its value. */
    record Member(int start, String name, JsonValue value) {}
}
