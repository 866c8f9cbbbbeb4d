// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.output;

import java.util.stream.Collectors;

/** Text in lines that a terminal shows whole. What the cluster's objects say may hold anything: a control character reaches no terminal. */
public final class Wrapped {
    /** Columns of a line, its indent included. */
    public static final int COLUMNS = 100;

    private Wrapped() {}

    /** {@return it as one line} */
    public static String line(String text) {
        return shown(text.strip().replaceAll("\\R", " "));
    }

    /**
     * {@return it in lines, each with that indent and its end} A line of the text begins a new one; a word that is longer than a line, as a
     * path or an address is, stays whole.
     */
    public static String text(String text, String indent) {
        return text.strip()
                .lines()
                .map(line -> paragraph(shown(line).stripTrailing(), indent))
                .collect(Collectors.joining());
    }

    private static String paragraph(String paragraph, String indent) {
        if (paragraph.isEmpty()) {
            return "\n";
        }
        var lines = new StringBuilder();
        var line = new StringBuilder(indent);
        boolean begun = false;
        for (var word : paragraph.split(" ", -1)) {
            if (begun && columns(line) + 1 + columns(word) > COLUMNS) {
                lines.append(line).append('\n');
                line.setLength(0);
                line.append(indent);
                begun = false;
            }
            line.append(begun ? " " : "").append(word);
            begun = true;
        }
        return lines.append(line).append('\n').toString();
    }

    /** Of Unicode's characters that turn the direction of what comes after them: a name would be read as another one. */
    private static boolean turns(int point) {
        return switch (Character.getDirectionality(point)) {
            case Character.DIRECTIONALITY_LEFT_TO_RIGHT_EMBEDDING,
                    Character.DIRECTIONALITY_LEFT_TO_RIGHT_OVERRIDE,
                    Character.DIRECTIONALITY_RIGHT_TO_LEFT_EMBEDDING,
                    Character.DIRECTIONALITY_RIGHT_TO_LEFT_OVERRIDE,
                    Character.DIRECTIONALITY_POP_DIRECTIONAL_FORMAT,
                    Character.DIRECTIONALITY_LEFT_TO_RIGHT_ISOLATE,
                    Character.DIRECTIONALITY_RIGHT_TO_LEFT_ISOLATE,
                    Character.DIRECTIONALITY_FIRST_STRONG_ISOLATE,
                    Character.DIRECTIONALITY_POP_DIRECTIONAL_ISOLATE -> true;
            default -> false;
        };
    }

    private static int columns(CharSequence text) {
        return (int) text.codePoints().count();
    }

    private static String shown(String text) {
        return text.codePoints()
                .map(point -> Character.isISOControl(point) ? ' ' : point)
                .filter(point -> !turns(point))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
