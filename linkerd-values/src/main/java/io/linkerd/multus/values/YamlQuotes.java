// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

/** Texts in double quotes, on one line. */
final class YamlQuotes {
    private YamlQuotes() {}

    /** {@return the text in quotes, what is not printable as an escape} */
    static String quote(String text) {
        var quoted = new StringBuilder("\"");
        text.codePoints().forEach(character -> append(quoted, character));
        return quoted.append('"').toString();
    }

    private static void append(StringBuilder quoted, int character) {
        switch (character) {
            case '"' -> quoted.append("\\\"");
            case '\\' -> quoted.append("\\\\");
            case '\n' -> quoted.append("\\n");
            case '\r' -> quoted.append("\\r");
            case '\t' -> quoted.append("\\t");
            default -> {
                if (isPrintable(character)) {
                    quoted.appendCodePoint(character);
                } else {
                    quoted.append(character > 0xffff ? "\\U%08x".formatted(character) : "\\u%04x".formatted(character));
                }
            }
        }
    }

    private static boolean isPrintable(int character) {
        return (0x20 <= character && character < 0x7f)
                || (0xa0 <= character && character < 0xd800 && character != 0x2028 && character != 0x2029)
                || (0xe000 <= character && character < 0xfffe && character != 0xfeff)
                || character > 0xffff;
    }
}
