// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.results;

/** JSON as Go's {@code encoding/json} writes it, for texts that are compared with what Multus wrote. */
public final class GoJson {
    private static final String INDENT = "    ";

    private GoJson() {}

    /** {@return a string as JSON, quotes included} Go escapes what HTML takes for its own, too. */
    public static String quote(String text) {
        var quoted = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(character -> append(quoted, character));
        return quoted.append('"').toString();
    }

    private static void append(StringBuilder quoted, int character) {
        switch (character) {
            case '"', '\\' -> quoted.append('\\').append((char) character);
            case '\b' -> quoted.append("\\b");
            case '\f' -> quoted.append("\\f");
            case '\n' -> quoted.append("\\n");
            case '\r' -> quoted.append("\\r");
            case '\t' -> quoted.append("\\t");
            case '<', '>', '&', 0x2028, 0x2029 -> quoted.append(String.format("\\u%04x", character));
            default -> {
                if (character < ' ') {
                    quoted.append(String.format("\\u%04x", character));
                } else {
                    quoted.appendCodePoint(isHalf(character) ? 0xfffd : character);
                }
            }
        }
    }

    /** Of a character: it cannot be sent, and Go has put another in its place when it read it. */
    private static boolean isHalf(int character) {
        return character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
    }

    /** {@return JSON without blanks as {@code json.MarshalIndent} lays it out, by four blanks for each level} */
    public static String indented(String json) {
        var text = new StringBuilder(json.length() * 2);
        int level = 0;
        int at = 0;
        while (at < json.length()) {
            int end = endOfToken(json, at);
            char first = json.charAt(at);
            boolean isEmpty = end - at == 2 && isOpening(first);
            if (isClosing(first)) {
                level--;
                newLine(text, level);
            }
            text.append(json, at, end).append(first == ':' ? " " : "");
            if (isOpening(first) && !isEmpty) {
                level++;
            }
            if ((isOpening(first) && !isEmpty) || first == ',') {
                newLine(text, level);
            }
            at = end;
        }
        return text.toString();
    }

    /** Of a text, of an object or a list without anything in it, or of one character. */
    private static int endOfToken(String json, int start) {
        char first = json.charAt(start);
        if (first == '"') {
            int end = start + 1;
            while (json.charAt(end) != '"') {
                end += json.charAt(end) == '\\' ? 2 : 1;
            }
            return end + 1;
        }
        return isOpening(first) && isClosing(json.charAt(start + 1)) ? start + 2 : start + 1;
    }

    private static boolean isOpening(char character) {
        return character == '{' || character == '[';
    }

    private static boolean isClosing(char character) {
        return character == '}' || character == ']';
    }

    private static void newLine(StringBuilder text, int level) {
        text.append('\n').append(INDENT.repeat(level));
    }
}
