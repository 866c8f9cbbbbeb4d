// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import java.util.stream.IntStream;

/** Text as the Go programs take it that read the same annotations: Multus, Linkerd's plugin and OpenShift's admission. */
public final class GoText {

    /** Longest piece of a stranger's text that is repeated in a message: an Event holds 1024 bytes. */
    private static final int LONGEST_QUOTE = 80;

    private GoText() {}

    /** {@return whether {@code unicode.IsSpace} and fmt/scan.go take it for a blank} Each of Java's two notions differs from theirs. */
    public static boolean isSpace(int character) {
        return switch (character) {
            case '\t', '\n', 0x0b, '\f', '\r', ' ', 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000 -> true;
            default -> 0x2000 <= character && character <= 0x200a;
        };
    }

    /** {@return the text as {@code strings.TrimSpace} leaves it} */
    public static String trim(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isSpace(text.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    /** {@return {@code len} of a string: its bytes in UTF-8} */
    public static int length(String text) {
        return text.codePoints()
                .map(character -> character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x1_0000 ? 3 : 4)
                .sum();
    }

    /** {@return whether encoding/json decodes this key into the field of that ASCII name} Case makes no difference to it. */
    public static boolean isKey(String key, String field) {
        return key.length() == field.length()
                && IntStream.range(0, key.length())
                        .allMatch(index -> fold(key.charAt(index)) == fold(field.charAt(index)));
    }

    private static int fold(char character) {
        return switch (character) {
            case '\u017f' -> 's'; // long s
            case '\u212a' -> 'k'; // sign of the Kelvin
            default -> 'A' <= character && character <= 'Z' ? character + ('a' - 'A') : character;
        };
    }

    /** {@return a stranger's text for a message: in quotes, shortened, and without what could forge a line of a log} */
    public static String quote(String text) {
        var quoted = new StringBuilder("\"");
        shorten(text)
                .codePoints()
                .forEach(character -> append(quoted, character, character == '"' || character == '\\'));
        return quoted.append('"').toString();
    }

    /** {@return a message without what could forge a line of a log, and without halves of characters, which cannot be sent} */
    public static String printable(String message) {
        var printable = new StringBuilder(message.length());
        message.codePoints().forEach(character -> append(printable, character, false));
        return printable.toString();
    }

    private static void append(StringBuilder text, int character, boolean escaped) {
        if (escaped || Character.isISOControl(character) || !isText(character)) {
            text.append(String.format("\\u%04x", character));
        } else {
            text.appendCodePoint(character);
        }
    }

    private static boolean isText(int character) {
        return switch (Character.getType(character)) {
            case Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    /** {@return the text, or the beginning of one that is longer than anything that was meant} */
    public static String shorten(String text) {
        return shorten(text, LONGEST_QUOTE, "…");
    }

    /** {@return the text, or the first characters of one that has more than {@code most}, and then the ending} No character is cut in two. */
    public static String shorten(String text, int most, String ending) {
        return text.codePointCount(0, text.length()) <= most
                ? text
                : text.substring(0, text.offsetByCodePoints(0, most)) + ending;
    }

    /** {@return the text, or as much of its beginning as fits with the ending into so many bytes of UTF-8} No character is cut in two. */
    public static String cut(String text, int bytes, String ending) {
        if (length(text) <= bytes) {
            return text;
        }
        int left = bytes - length(ending);
        int end = 0;
        while (end < text.length()) {
            var next = Character.toString(text.codePointAt(end));
            left -= length(next);
            if (left < 0) {
                break;
            }
            end += next.length();
        }
        return text.substring(0, end) + ending;
    }
}
