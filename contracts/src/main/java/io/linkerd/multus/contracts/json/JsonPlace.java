// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.TokenStreamLocation;

/** A place in a text, line and column counted from 1. */
public record JsonPlace(int line, int column) {

    public static final JsonPlace START = new JsonPlace(1, 1);

    public static JsonPlace of(TokenStreamLocation location) {
        return new JsonPlace(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
    }

    /** Where the problem is, or, since violated limits do not say, how far the parser has read. */
    public static JsonPlace of(@Nullable TokenStreamLocation problem, JsonParser parser) {
        return of(problem == null ? parser.currentLocation() : problem);
    }

    public static JsonPlace of(String text, int offset) {
        var before = text.substring(0, offset);
        int line =
                1 + (int) before.chars().filter(character -> character == '\n').count();
        return new JsonPlace(line, offset - before.lastIndexOf('\n'));
    }
}
