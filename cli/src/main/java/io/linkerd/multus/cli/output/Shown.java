// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.output;

/**
 * Text of the cluster's objects, which may hold anything. A terminal carries out control characters; Unicode's format characters turn the
 * direction of what comes after them, or cannot be seen, so that a name is read as another one. Neither is ever written as it is.
 */
public final class Shown {
    private Shown() {}

    /** {@return the text, each of those characters as its number in hexadecimal digits, as JSON writes it} So is each end of a line. */
    public static String escaped(String text) {
        return text.codePoints().noneMatch(Shown::isHidden) ? text : numbered(text);
    }

    /** {@return the text in one line: a blank for each control character, and format characters as their numbers} */
    public static String blanked(String text) {
        return escaped(text.codePoints()
                .map(point -> Character.isISOControl(point) ? ' ' : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString());
    }

    /** {@return whether a reader does not see it, or a terminal does not show it} Half of a character cannot be written, either. */
    static boolean isHidden(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
    }

    private static String numbered(String text) {
        var shown = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (isHidden(point)) {
                for (char unit : Character.toChars(point)) {
                    shown.append(String.format("\\u%04x", (int) unit));
                }
            } else {
                shown.appendCodePoint(point);
            }
        });
        return shown.toString();
    }
}
