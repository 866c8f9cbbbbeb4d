// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;

/** Says what is wrong with a document, in words of its own: those of the parser are for programmers. */
sealed interface JsonProblems {
    /** A text was written by the person who is told: line, column, and what stands there. */
    record InText(String text) implements JsonProblems {}

    /** Bytes come from a program and may hold secrets: the byte, and nothing of what was sent. */
    record InBytes() implements JsonProblems {}

    /** {@return the words, after the place of a character of a text} */
    static String at(String text, int offset, String words) {
        return place(text, offset) + ": " + words;
    }

    /** {@return the line and column of a character of a text} */
    static String place(String text, int offset) {
        var before = text.substring(0, offset);
        int line =
                1 + (int) before.chars().filter(character -> character == '\n').count();
        return place(line, offset - before.lastIndexOf('\n'));
    }

    private static String place(int line, int column) {
        return "line " + Math.max(1, line) + ", column " + Math.max(1, column);
    }

    default MalformedJson tooLong(JsonLimits limits) {
        return new MalformedJson.BeyondLimits(
                switch (this) {
                    case InText _ -> place(1, 1) + ": longer than " + limits.length() + " characters";
                    case InBytes _ -> "longer than " + limits.length() + " bytes";
                });
    }

    default MalformedJson at(JsonLocation place, String words) {
        return new MalformedJson(placed(place, words));
    }

    default MalformedJson beyondLimits(JsonLocation place, String words) {
        return new MalformedJson.BeyondLimits(placed(place, words));
    }

    private String placed(JsonLocation place, String words) {
        return switch (this) {
            case InText _ -> place(place.getLineNr(), place.getColumnNr()) + ": " + words;
            case InBytes _ ->
                "byte " + Math.max(0, Math.max(place.getByteOffset(), place.getCharOffset())) + ": " + words;
        };
    }

    /** Violated limits do not say where they are; then it is how far the parser has read. */
    default MalformedJson of(JsonProcessingException problem, JsonLocation reached, JsonLimits limits) {
        var place = problem.getLocation() == null ? reached : problem.getLocation();
        if (problem instanceof StreamConstraintsException) {
            return beyondLimits(place, limits.inWords());
        }
        return switch (this) {
            case InText(var text) ->
                JsonMistake.in(text, limits.hasUniqueKeys()).orElseGet(() -> at(place, "no valid JSON"));
            case InBytes _ ->
                at(place, problem instanceof JsonEOFException ? "ends in the middle of a value" : "no valid JSON");
        };
    }
}
