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
        return Shown.blanked(text.strip().replaceAll("\\R", " "));
    }

    /**
     * {@return it in lines, each with that indent and its end} A line of the text begins a new one; a word that is longer than a line, as a
     * path or an address is, stays whole.
     */
    public static String text(String text, String indent) {
        return text.strip()
                .lines()
                .map(line -> paragraph(Shown.blanked(line).stripTrailing(), indent))
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

    private static int columns(CharSequence text) {
        return (int) text.codePoints().count();
    }
}
