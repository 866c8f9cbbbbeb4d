// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import io.linkerd.multus.contracts.GoText;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/**
 * Says what is wrong with a document. A text was written by the person who is told: line, column, and what stands there. Bytes come
 * from a program and may hold secrets: the byte, and nothing of what was sent.
 */
enum JsonProblems {
    IN_TEXT,
    IN_BYTES;

    static String at(int line, int column, String words) {
        return "line " + Math.max(1, line) + ", column " + Math.max(1, column) + ": " + words;
    }

    MalformedJson tooLong(JsonLimits limits) {
        return new MalformedJson.BeyondLimits(
                switch (this) {
                    case IN_TEXT -> at(1, 1, "longer than " + limits.length() + " characters");
                    case IN_BYTES -> "longer than " + limits.length() + " bytes";
                });
    }

    MalformedJson at(TokenStreamLocation place, String words) {
        return new MalformedJson(placed(place, words));
    }

    MalformedJson beyondLimits(TokenStreamLocation place, String words) {
        return new MalformedJson.BeyondLimits(placed(place, words));
    }

    private String placed(TokenStreamLocation place, String words) {
        return switch (this) {
            case IN_TEXT -> at(place.getLineNr(), place.getColumnNr(), words);
            case IN_BYTES ->
                "byte " + Math.max(0, Math.max(place.getByteOffset(), place.getCharOffset())) + ": " + words;
        };
    }

    /** Violated limits do not say where they are; then it is how far the parser has read. */
    MalformedJson of(JacksonException problem, TokenStreamLocation reached, JsonLimits limits) {
        var place = problem.getLocation() == null ? reached : problem.getLocation();
        return switch (problem) {
            case StreamConstraintsException _ -> beyondLimits(place, limits.inWords());
            case UnexpectedEndOfInputException _ -> at(place, "ends in the middle of a value");
            default -> at(place, this == IN_TEXT ? GoText.printable(problem.getOriginalMessage()) : "no valid JSON");
        };
    }
}
