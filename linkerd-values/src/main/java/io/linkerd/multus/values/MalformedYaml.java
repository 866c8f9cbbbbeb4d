// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

/** Says where a text is not what Linkerd can read, is more than is read here, or cannot be edited, without repeating any of its values. */
final class MalformedYaml extends Exception {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final String words;
    private final boolean beyondBound;

    /** {@code line} counts from 1. */
    MalformedYaml(int line, String words) {
        this(line, words, false);
    }

    private MalformedYaml(int line, String words, boolean beyondBound) {
        super("line " + line + ": " + words);
        this.line = line;
        this.words = words;
        this.beyondBound = beyondBound;
    }

    /** {@return that the text goes beyond a bound of this reader, which Linkerd's does not have: what Linkerd makes of it is not known} */
    static MalformedYaml beyondBound(int line, String words) {
        return new MalformedYaml(line, words, true);
    }

    int line() {
        return line;
    }

    String words() {
        return words;
    }

    boolean isBeyondBound() {
        return beyondBound;
    }

    String reason() {
        return "line " + line + ": " + words;
    }

    /** {@return the problem at a character, by how many code points are before it} */
    static MalformedYaml at(String text, int before, String problem) {
        int end = text.offsetByCodePoints(0, Math.min(before, text.codePointCount(0, text.length())));
        long lines =
                text.chars().limit(end).filter(character -> character == '\n').count();
        return new MalformedYaml(1 + (int) lines, problem);
    }
}
