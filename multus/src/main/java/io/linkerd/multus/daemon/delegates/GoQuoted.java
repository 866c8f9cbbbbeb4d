// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

/** Text as Go prints it with {@code %q}. */
final class GoQuoted {
    private GoQuoted() {}

    /** {@return the text in quotes, or so many of its characters and an ellipsis} */
    static String of(String text, int longest) {
        var quoted = new StringBuilder("\"");
        var shown = text.codePointCount(0, text.length()) <= longest
                ? text
                : text.substring(0, text.offsetByCodePoints(0, longest)) + "…";
        shown.codePoints().forEach(character -> append(quoted, character));
        return quoted.append('"').toString();
    }

    private static void append(StringBuilder quoted, int character) {
        switch (character) {
            case 0x07 -> quoted.append("\\a");
            case '\b' -> quoted.append("\\b");
            case '\f' -> quoted.append("\\f");
            case '\n' -> quoted.append("\\n");
            case '\r' -> quoted.append("\\r");
            case '\t' -> quoted.append("\\t");
            case 0x0b -> quoted.append("\\v");
            case '"' -> quoted.append("\\\"");
            case '\\' -> quoted.append("\\\\");
            default -> {
                if (isPrintable(character)) {
                    quoted.appendCodePoint(character);
                } else {
                    quoted.append(String.format(format(character), character));
                }
            }
        }
    }

    private static String format(int character) {
        return character < ' ' || character == 0x7f ? "\\x%02x" : character < 0x1_0000 ? "\\u%04x" : "\\U%08x";
    }

    private static boolean isPrintable(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> character == ' ';
            default -> true;
        };
    }
}
