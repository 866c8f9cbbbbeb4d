// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import io.linkerd.multus.contracts.GoText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Looks for the first place where a text that a person wrote is no JSON (RFC 8259), and says what is wrong there, for the one who has to
 * mend it. The parser decides whether a text is JSON: its own words are for programmers, so this is asked once it has refused one.
 */
final class JsonMistake {
    private static final List<String> COMMENTS = List.of("//", "/*", "#");

    /** An object or list that has begun, and the names that it has so far. */
    private record Open(int start, boolean isObject, Set<String> names) {
        char end() {
            return isObject ? '}' : ']';
        }

        String begun(JsonCursor cursor) {
            return (isObject ? "the object" : "the list") + " that begins in " + cursor.place(start);
        }
    }

    private final JsonCursor cursor;
    private final boolean uniqueNames;
    private final Deque<Open> open = new ArrayDeque<>();
    private boolean justOpened;

    private JsonMistake(String text, boolean uniqueNames) {
        this.cursor = new JsonCursor(text);
        this.uniqueNames = uniqueNames;
    }

    /**
     * {@return the first mistake of a text, with its line and column; none if it is JSON}
     *
     * @param uniqueNames whether a name that is twice in an object is one
     */
    static Optional<MalformedJson> in(String text, boolean uniqueNames) {
        try {
            new JsonMistake(text, uniqueNames).document();
            return Optional.empty();
        } catch (MalformedJson mistake) {
            return Optional.of(mistake);
        }
    }

    private void document() throws MalformedJson {
        value();
        while (!open.isEmpty()) {
            next(open.getFirst());
        }
        cursor.blanks();
        if (!cursor.isAtEnd()) {
            throw cursor.here("text after the end of the value");
        }
    }

    /** One member of an object, one element of a list, or its end. */
    private void next(Open inner) throws MalformedJson {
        cursor.blanks();
        if (isClosing()) {
            close(inner);
            return;
        }
        if (!justOpened) {
            comma(inner);
        }
        justOpened = false;
        if (inner.isObject()) {
            name(inner);
        }
        value();
    }

    private void close(Open inner) throws MalformedJson {
        if (!cursor.passes(inner.end())) {
            throw unended(inner);
        }
        justOpened = false;
        open.pop();
    }

    private void comma(Open inner) throws MalformedJson {
        int comma = cursor.at();
        if (!cursor.passes(',')) {
            throw expected("`,` or `" + inner.end() + "`");
        }
        cursor.blanks();
        if (cursor.isHere(inner.end())) {
            throw cursor.mistake(comma, "a comma, and nothing after it in " + inner.begun(cursor));
        }
        if (isClosing()) {
            throw unended(inner);
        }
    }

    private void name(Open object) throws MalformedJson {
        int start = cursor.at();
        if (!cursor.isHere('"')) {
            throw expected("a name in double quotes");
        }
        var name = cursor.text();
        if (uniqueNames && !object.names().add(name)) {
            throw cursor.mistake(start, GoText.quote(name) + " is there twice");
        }
        cursor.blanks();
        if (!cursor.passes(':')) {
            throw expected("`:`");
        }
    }

    private void value() throws MalformedJson {
        cursor.blanks();
        if (cursor.isHere('{') || cursor.isHere('[')) {
            boolean isObject = cursor.isHere('{');
            open.push(new Open(cursor.at(), isObject, new HashSet<>()));
            cursor.passes(isObject ? '{' : '[');
            justOpened = true;
        } else if (cursor.isHere('"')) {
            cursor.text();
        } else if (!cursor.passesWord()) {
            throw expected(cursor.isHere('\'') ? "a value, and a text in double quotes," : "a value");
        }
    }

    private boolean isClosing() {
        return cursor.isHere('}') || cursor.isHere(']');
    }

    private MalformedJson unended(Open inner) {
        var here = cursor.isAtEnd() ? "nothing follows" : cursor.seen();
        return cursor.here(here + ", and " + inner.begun(cursor) + " has no end");
    }

    private MalformedJson expected(String what) {
        if (cursor.isAtEnd()) {
            return open.isEmpty() ? cursor.here("nothing there") : unended(open.getFirst());
        }
        return cursor.here(
                COMMENTS.stream().anyMatch(cursor::isHere)
                        ? "a comment, which JSON does not have"
                        : cursor.seen() + ", where " + what + " is expected");
    }
}
