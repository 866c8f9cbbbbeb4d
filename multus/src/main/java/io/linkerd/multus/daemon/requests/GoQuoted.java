// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

/** Text in quotes as Go's {@code %q} has it: one line, whatever is in it. */
public final class GoQuoted {
    private static final String ESCAPED = "\"\\\u0007\b\f\n\r\t\u000b";
    private static final String ESCAPES = "\"\\abfnrtv";
    /** What Go has of half a pair, which is no character to it. */
    private static final char REPLACEMENT = 0xfffd;

    private GoQuoted() {}

    /** {@return the text in quotes} */
    public static String of(String text) {
        var quoted = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(character -> append(quoted, character));
        return quoted.append('"').toString();
    }

    /** {@return the text in quotes, or so many of its characters and an ellipsis} */
    public static String of(String text, int longest) {
        return of(
                text.codePointCount(0, text.length()) <= longest
                        ? text
                        : text.substring(0, text.offsetByCodePoints(0, longest)) + "…");
    }

    private static void append(StringBuilder quoted, int character) {
        int escape = ESCAPED.indexOf(character);
        if (escape >= 0) {
            quoted.append('\\').append(ESCAPES.charAt(escape));
        } else if (isHalf(character)) {
            quoted.append(REPLACEMENT);
        } else if (isPrintable(character)) {
            quoted.appendCodePoint(character);
        } else if (character < 0x80) {
            quoted.append(String.format("\\x%02x", character));
        } else if (character < 0x1_0000) {
            quoted.append(String.format("\\u%04x", character));
        } else {
            quoted.append(String.format("\\U%08x", character));
        }
    }

    private static boolean isHalf(int character) {
        return Character.getType(character) == Character.SURROGATE;
    }

    /** As {@code strconv.IsPrint}: letters, marks, numbers, punctuation, symbols, and of all blanks the plain one. */
    private static boolean isPrintable(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> character == ' ';
            default -> true;
        };
    }
}
